import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
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
  staffCase,
  staffJudgePaper,
  startReview,
} from "../kit/stories/review";
import { TestServer } from "../kit/server/testServer";
import { staffRequestCorrection } from "../kit/documents/review.generated";
import { errorCodes, getUserErrors } from "../kit/wire/outcomes";
import type { Traveller } from "../kit/personas/traveller";

/** Returns a time at which India and UTC have the same date. */
const day = (date: number) => `2026-12-${String(date).padStart(2, "0")}T08:00:00.000Z`;

/** The documents that Vietnam requires besides photo and passport. */
const vietnamDocuments = [
  "Intended first and last day in Vietnam, since the e-visa is issued for fixed dates",
  "Entry and exit checkpoint, for example Noi Bai, Tan Son Nhat or Da Nang airport",
  "Address in Vietnam for the first nights, such as a hotel in Hanoi or a homestay in Hoi An",
] as const;

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

describe("a requested correction", () => {
  test("is shown, answered and applied; the expected date moves by the days on hold, and the price does not change", async () => {
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
        documentName: null,
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

    await setClock(server, day(4));
    // Staff sessions last twelve hours, so staff sign in again after three days.
    staff = await signIn(server, staff.phoneNumber);
    const filesBefore = await server.listFiles();
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

    // The replaced files are deleted, and so are their reviews.
    const filesAfter = await server.listFiles();
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

  test("can ask for a missing document, which is added after the others", async () => {
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

  test("can ask for a required document that the case shows as left for later", async () => {
    const [days, checkpoints, address] = vietnamDocuments;
    const words = {
      documentNames: [days],
      laterDocuments: [{ documentName: checkpoints, reason: "AWAITED", note: "My agent sends it" }],
    };
    const scene = await startReview(server, staff, [words], pictures.papers);
    const { data } = await staff.call(staffCase, { visaRequestId: scene.visaRequestId });
    const [seen] = data.staffVisaRequest.applicants;
    const nothing = { state: "NOT_SAID", reason: null, note: null };
    expect(seen.visaApplicant.requiredDocuments).toEqual([
      { documentName: days, state: "SENT", reason: null, note: null },
      { documentName: checkpoints, state: "LATER", reason: "AWAITED", note: "My agent sends it" },
      { documentName: address, ...nothing },
    ]);
    const named = seen.papers.filter(({ documentName }) => documentName);
    expect(named).toMatchObject([{ kind: "DOCUMENT", documentName: days }]);

    const { fileId } = named[0]!;
    const missing = (documentName: string) => ({ isMissingPaper: true, reason: "OTHER", documentName });
    const [applicant] = scene.applicants;
    const { visaApplicantId } = applicant;
    for (const [items, faults] of [
      [[missing("Yacht papers")], ["items.0.documentName: INVALID"]],
      [[{ fileId, reason: "BLURRED", documentName: days }], ["items.0.documentName: INVALID"]],
      [[missing(address), missing(address)], ["items.1.documentName: INVALID"]],
      // This document was sent, so staff can only request a better file.
      [[missing(days)], ["items.0.documentName: INVALID"]],
    ] as const)
      expect(
        errorCodes(
          getUserErrors(await staff.call(staffRequestCorrection, { input: { visaApplicantId, items } })),
        ),
      ).toEqual(faults);

    await askFor(staff, applicant, [missing(checkpoints), { fileId, reason: "BLURRED" }]);
    const [{ corrections }] = (await readAsOwner(scene)).visaApplicants;
    expect(corrections).toMatchObject([
      { paper: "DOCUMENT", documentName: checkpoints, note: null },
      { paper: "DOCUMENT", documentName: null, visaApplicationDocumentId: fileId },
    ]);
    const papers = corrections.map(({ correctionId }) => ({ correctionId }));
    const sent = await attempt(
      scene.traveller,
      sendCorrection,
      { visaApplicantId, papers },
      {
        "input.papers.0.file": { ...pictures.sharper, name: "flights.png" },
        "input.papers.1.file": { ...pictures.sharper, name: "days.png" },
      },
    );
    // The new file has the position and the document name of the file that it replaces.
    expect(sent.visaApplicationDocuments).toMatchObject([
      { imageName: "days.png", documentName: days },
      { imageName: "hotel.png", documentName: null },
      { imageName: "flights.png", documentName: checkpoints },
    ]);
    expect(sent.requiredDocuments.map(({ state }) => state)).toEqual(["SENT", "SENT", "NOT_SAID"]);
  });

  test("keeps the application on hold until the corrections of both applicants are answered", async () => {
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
