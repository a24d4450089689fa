import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { listStoredFiles } from "../kit/stories/applicants";
import { clockAt, setClock } from "../kit/server/clock";
import { signIn } from "../kit/personas/traveller";
import { makeCorrectionFiles, paperIds, readAsked, type CorrectionFiles } from "../kit/stories/corrections";
import { readTables } from "../kit/data/readTables";
import {
  askFor,
  attempt,
  readAsOwner,
  sendCorrection,
  signInTwoStaff,
  staffJudgePaper,
  startReview,
} from "../kit/stories/review";
import { TestServer } from "../kit/server/testServer";
import type { Traveller } from "../kit/personas/traveller";

/** The day in India is the same as in UTC. */
const day = (date: number) => `2026-12-${String(date).padStart(2, "0")}T08:00:00.000Z`;

let server: TestServer;
let staff: Traveller;
let pictures: CorrectionFiles;
beforeAll(async () => {
  server = await TestServer.start(clockAt(day(1)));
  [staff] = await signInTwoStaff(server);
  pictures = await makeCorrectionFiles();
});
afterAll(() => server.dispose());

const fetchBytes = async (src: string) => Buffer.from(await (await fetch(server.url + src)).arrayBuffer());

describe("what was asked for", () => {
  test("is told, sent and put in place, while the expected date stands still and the price stays", async () => {
    const scene = await startReview(server, staff, [{}], pictures.papers);
    const [{ visaApplicantId }] = scene.applicants;
    const before = await readAsOwner(scene);
    const ids = await paperIds({ ...scene, staff });
    for (const fileId of [ids["PASSPORT_FRONT"], ids["hotel.png"]])
      await attempt(staff, staffJudgePaper, { fileId, isAccepted: false, reason: "BLURRED" });
    await attempt(staff, staffJudgePaper, { fileId: ids["PHOTO"], isAccepted: true });

    const asked = await askFor(staff, scene.applicants[0], [
      { fileId: ids["PASSPORT_FRONT"], reason: "BLURRED", note: " The lower lines cannot be read. " },
      { fileId: ids["ticket.png"], reason: "EXPIRED" },
      { field: "LAST_NAME" },
    ]);
    expect(asked).toMatchObject({
      visaRequest: { visaRequestStatus: "ACTION_REQUIRED" },
      waitingSince: expect.stringMatching(/^2026-12-01T08:/),
      applicants: [{ visaApplicant: { visaApplicantStatus: "ACTION_REQUIRED" } }],
    });
    const waiting = await readAsOwner(scene);
    expect(waiting.visaRequestStatus).toBe("ACTION_REQUIRED");
    expect(waiting.visaApplicants[0].corrections).toEqual([
      {
        correctionId: expect.any(String),
        paper: "PASSPORT_FRONT",
        visaApplicationDocumentId: null,
        field: null,
        reason: "BLURRED",
        note: "The lower lines cannot be read.",
        askedAt: expect.stringMatching(/^2026-12-01T08:/),
      },
      expect.objectContaining({
        paper: "DOCUMENT",
        visaApplicationDocumentId: ids["ticket.png"],
        note: null,
      }),
      expect.objectContaining({ paper: null, field: "LAST_NAME", reason: "MISMATCH" }),
    ]);

    // Three days go by.
    await setClock(server, day(4));
    // Staff's logins last a working day.
    staff = await signIn(server, staff.phoneNumber);
    const filesBefore = await listStoredFiles(server);
    const open = await readAsked(scene);
    const sent = await attempt(
      scene.traveller,
      sendCorrection,
      {
        visaApplicantId,
        papers: [
          { correctionId: open["PASSPORT_FRONT"].correctionId },
          { correctionId: open["DOCUMENT"].correctionId },
        ],
        fields: [{ correctionId: open["LAST_NAME"].correctionId, value: "  Rao  Iyer " }],
      },
      {
        "input.papers.0.file": pictures.sharper,
        "input.papers.1.file": { ...pictures.sharper, name: "new ticket.png" },
      },
    );
    expect(sent).toMatchObject({ visaApplicantStatus: "PENDING", lastName: "Rao Iyer", corrections: [] });

    const after = await readAsOwner(scene);
    const named = { netPrice: 0, serviceFee: 0, gst: 0, totalPrice: 0 };
    for (const price of Object.keys(named) as (keyof typeof named)[])
      expect(after[price]).toBe(before[price]);
    expect(after.visaRequestStatus).toBe("PROCESSING");
    expect(daysFrom(before.expectedDate, after.expectedDate)).toBe(3);
    expect(after.timeline.map(({ status }) => status)).toEqual([
      ...["PENDING", "SUBMITTED", "PROCESSING", "ACTION_REQUIRED", "PROCESSING"],
    ]);
    const [was] = before.visaApplicants;
    const [is] = after.visaApplicants;
    const withoutLinks = (one: typeof was) => ({
      ...one,
      profileSrc: null,
      passportFrontSrc: null,
      visaApplicationDocuments: null,
    });
    expect(withoutLinks(is)).toEqual({ ...withoutLinks(was), lastName: "Rao Iyer" });
    expect(is.visaApplicationDocuments.map(({ imageName }) => imageName)).toEqual([
      "new ticket.png",
      "hotel.png",
    ]);
    expect(is.visaApplicationDocuments[1].visaApplicationDocumentId).toBe(ids["hotel.png"]);
    const idsAfter = await paperIds({ ...scene, staff });
    expect(idsAfter["PHOTO"]).toBe(ids["PHOTO"]);
    expect(idsAfter["PASSPORT_BACK"]).toBe(ids["PASSPORT_BACK"]);
    expect(idsAfter["PASSPORT_FRONT"]).not.toBe(ids["PASSPORT_FRONT"]);
    expect((await fetchBytes(is.passportFrontSrc)).length).toBeGreaterThan(0);

    // The bytes of what was replaced are gone, and what was said of it.
    const filesAfter = await listStoredFiles(server);
    expect(filesAfter).toHaveLength(filesBefore.length);
    for (const gone of [ids["PASSPORT_FRONT"]!, ids["ticket.png"]!])
      expect(filesAfter.filter((path) => path.includes(gone))).toEqual([]);
    const { paper_verdict: verdicts, audit_event: events } = await readTables(server, [
      "paper_verdict",
      "audit_event",
    ]);
    const judged = verdicts.map(({ fileId }) => fileId);
    expect(judged).toEqual(expect.arrayContaining([ids["PHOTO"], ids["hotel.png"]]));
    expect(judged).not.toContain(ids["PASSPORT_FRONT"]);
    const mine = events.filter(({ subjectId }) => subjectId === visaApplicantId);
    const fieldsOf = (details: string | null) =>
      (JSON.parse(details ?? "null") as { fields?: string[] } | null)?.fields;
    expect(mine.map(({ action, details }) => [action, fieldsOf(details)])).toEqual([
      ["APPLICANT_CREATED", undefined],
      ["CORRECTION_ASKED", ["PASSPORT_FRONT", "DOCUMENT", "lastName"]],
      ["APPLICANT_CHANGED", ["lastName", "PASSPORT_FRONT", "DOCUMENT"]],
    ]);
  });

  test("may be a paper that is missing, which comes behind the others", async () => {
    const scene = await startReview(server, staff, [{}], pictures.papers);
    await askFor(staff, scene.applicants[0], [
      { isMissingPaper: true, note: "The invitation of your host" },
      { isMissingPaper: true, note: "A bank statement" },
    ]);
    const [{ corrections }] = (await readAsOwner(scene)).visaApplicants;
    expect(corrections).toMatchObject([
      { paper: "DOCUMENT", visaApplicationDocumentId: null, note: "The invitation of your host" },
      { paper: "DOCUMENT", visaApplicationDocumentId: null, note: "A bank statement" },
    ]);
    const sent = await attempt(
      scene.traveller,
      sendCorrection,
      {
        visaApplicantId: scene.applicants[0].visaApplicantId,
        papers: corrections.map(({ correctionId }) => ({ correctionId })),
      },
      {
        "input.papers.0.file": { ...pictures.sharper, name: "invitation.png" },
        "input.papers.1.file": { ...pictures.sharper, name: "bank.png" },
      },
    );
    expect(sent.visaApplicationDocuments.map(({ imageName }) => imageName)).toEqual([
      ...["ticket.png", "hotel.png", "invitation.png", "bank.png"],
    ]);
  });

  test("of two travellers is waited for until both have sent it", async () => {
    const scene = await startReview(server, staff, [{ firstName: "Asha" }, { firstName: "Usha" }]);
    for (const applicant of scene.applicants) await askFor(staff, applicant, [{ field: "NATIONALITY" }]);
    for (const [index, status] of ["ACTION_REQUIRED", "PROCESSING"].entries()) {
      const { correctionId } = (await readAsked(scene, index))["NATIONALITY"];
      const { visaApplicantId } = scene.applicants[index]!;
      const fields = [{ correctionId, value: "nepali" }];
      const sent = await attempt(scene.traveller, sendCorrection, { visaApplicantId, fields });
      expect(sent.nationality).toBe("NEPALI");
      expect((await readAsOwner(scene)).visaRequestStatus).toBe(status);
    }
  });
});

function daysFrom(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / (24 * 60 * 60 * 1000);
}
