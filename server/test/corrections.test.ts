import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { makePng } from "../modules/file/testing/makeImage";
import { makePdf, makeScriptedPdf } from "../modules/file/testing/makePdf";
import { absentId, listStoredFiles, pdf, png } from "./kit/applicants";
import { callGraphql, type Json, type TestFile } from "./kit/callApi";
import { clockAt, setClock } from "./kit/clock";
import * as documents from "./kit/documents";
import { topLevelCodesOf } from "./kit/outcomes";
import { readTables } from "./kit/readTables";
import {
  askFor,
  attempt,
  readAsOwner,
  readReviewed,
  sendCorrection,
  signInDesk,
  staffJudgePaper,
  startReview,
  type ReviewScene,
} from "./kit/review";
import { TestServer } from "./kit/testServer";
import { signedInTraveller, type Traveller } from "./kit/traveller";

/** The day in India is the same as in UTC. */
const day = (date: number) => `2026-12-${String(date).padStart(2, "0")}T08:00:00.000Z`;

let server: TestServer;
let staff: Traveller;
let ticket: TestFile, hotel: TestFile, sharper: TestFile;
beforeAll(async () => {
  server = await TestServer.start(clockAt(day(1)));
  [staff] = await signInDesk(server);
  const bytes = await makePng({ width: 200, height: 140, background: "#0000aa" });
  ticket = png(bytes, "ticket.png");
  hotel = png(bytes, "hotel.png");
  sharper = png(await makePng({ width: 400, height: 280, background: "#00aa00" }), "sharper.png");
});
afterAll(() => server.dispose());

const papers = () => ({ "input.documentFiles.0": ticket, "input.documentFiles.1": hotel });

const fetchBytes = async (src: string) => Buffer.from(await (await fetch(server.url + src)).arrayBuffer());
/** What the owner has to put right, by the field or paper that it is about. */
async function readAsked(scene: ReviewScene, index = 0): Promise<Record<string, Json>> {
  const { corrections } = (await readAsOwner(scene)).visaApplicants[index];
  return Object.fromEntries(corrections.map((one: Json) => [one.field ?? one.paper, one]));
}
async function paperIds({ staff, visaRequestId }: ReviewScene): Promise<Record<string, string>> {
  const query = `query ($visaRequestId: ID!) { staffVisaRequest(visaRequestId: $visaRequestId) {
    applicants { papers { fileId kind imageName } } } }`;
  const { data } = await staff.call(query, { visaRequestId });
  return Object.fromEntries(
    data.staffVisaRequest.applicants[0].papers.map(({ fileId, kind, imageName }: Json) => [
      kind === "DOCUMENT" ? imageName : kind,
      fileId,
    ]),
  );
}

describe("what was asked for", () => {
  test("is told, sent and put in place, while the expected date stands still and the price stays", async () => {
    const scene = await startReview(server, staff, [{}], papers());
    const [{ visaApplicantId }] = scene.applicants;
    const before = await readAsOwner(scene);
    const ids = await paperIds(scene);
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
    await server.restart();
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
      { "input.papers.0.file": sharper, "input.papers.1.file": { ...sharper, name: "new ticket.png" } },
    );
    expect(sent).toMatchObject({ visaApplicantStatus: "PENDING", lastName: "Rao Iyer", corrections: [] });

    const after = await readAsOwner(scene);
    const named = { netPrice: 0, serviceFee: 0, gst: 0, totalPrice: 0 };
    for (const price of Object.keys(named)) expect(after[price]).toBe(before[price]);
    expect(after.visaRequestStatus).toBe("PROCESSING");
    expect(daysFrom(before.expectedDate, after.expectedDate)).toBe(3);
    expect(after.timeline.map(({ status }: Json) => status)).toEqual([
      ...["PENDING", "SUBMITTED", "PROCESSING", "ACTION_REQUIRED", "PROCESSING"],
    ]);
    const [was] = before.visaApplicants;
    const [is] = after.visaApplicants;
    const withoutLinks = ({ profileSrc, passportFrontSrc, visaApplicationDocuments, ...rest }: Json) => rest;
    expect(withoutLinks(is)).toEqual({ ...withoutLinks(was), lastName: "Rao Iyer" });
    expect(is.visaApplicationDocuments.map(({ imageName }: Json) => imageName)).toEqual([
      "new ticket.png",
      "hotel.png",
    ]);
    expect(is.visaApplicationDocuments[1].visaApplicationDocumentId).toBe(ids["hotel.png"]);
    const idsAfter = await paperIds(scene);
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
    const judged = verdicts!.map(({ fileId }) => fileId);
    expect(judged).toEqual(expect.arrayContaining([ids["PHOTO"], ids["hotel.png"]]));
    expect(judged).not.toContain(ids["PASSPORT_FRONT"]);
    const mine = events!.filter(({ subjectId }) => subjectId === visaApplicantId);
    expect(mine.map(({ action, details }) => [action, JSON.parse(details ?? "null")?.fields])).toEqual([
      ["APPLICANT_CREATED", undefined],
      ["CORRECTION_ASKED", ["PASSPORT_FRONT", "DOCUMENT", "lastName"]],
      ["APPLICANT_CHANGED", ["lastName", "PASSPORT_FRONT", "DOCUMENT"]],
    ]);
  });

  test("may be a paper that is missing, which comes behind the others", async () => {
    const scene = await startReview(server, staff, [{}], papers());
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
        papers: corrections.map(({ correctionId }: Json) => ({ correctionId })),
      },
      {
        "input.papers.0.file": { ...sharper, name: "invitation.png" },
        "input.papers.1.file": { ...sharper, name: "bank.png" },
      },
    );
    expect(sent.visaApplicationDocuments.map(({ imageName }: Json) => imageName)).toEqual([
      ...["ticket.png", "hotel.png", "invitation.png", "bank.png"],
    ]);
  });

  test("of two travellers is waited for until both have sent it", async () => {
    const scene = await startReview(server, staff, [{ firstName: "Asha" }, { firstName: "Usha" }]);
    for (const applicant of scene.applicants) await askFor(staff, applicant, [{ field: "NATIONALITY" }]);
    for (const [index, status] of ["ACTION_REQUIRED", "PROCESSING"].entries()) {
      const { correctionId } = (await readAsked(scene, index))["NATIONALITY"];
      const { visaApplicantId } = scene.applicants[index];
      const fields = [{ correctionId, value: "nepali" }];
      const sent = await attempt(scene.traveller, sendCorrection, { visaApplicantId, fields });
      expect(sent.nationality).toBe("NEPALI");
      expect((await readAsOwner(scene)).visaRequestStatus).toBe(status);
    }
  });
});

describe("an answer is refused, and changes nothing,", () => {
  let scene: ReviewScene;
  let open: Record<string, Json>;
  let visaApplicantId: string;
  beforeEach(async () => {
    scene = await startReview(server, staff, [{ firstName: "Asha" }, { firstName: "Usha" }], papers());
    ({ visaApplicantId } = scene.applicants[0]);
    const ids = await paperIds(scene);
    await askFor(staff, scene.applicants[0], [
      { fileId: ids["PHOTO"] },
      { fileId: ids["hotel.png"] },
      { field: "DATE_OF_BIRTH" },
      { field: "PASSPORT_NUMBER" },
      { field: "PASSPORT_COUNTRY" },
    ]);
    await askFor(staff, scene.applicants[1], [{ field: "GENDER" }]);
    open = await readAsked(scene);
  });

  const idOf = (name: string): string => open[name].correctionId;
  /** The right answer, with changes of the values by field and of the files by paper. */
  async function send(
    values: Record<string, string> = {},
    files: Record<string, TestFile> = {},
    more: { papers?: Json[]; fields?: Json[] } = {},
  ): Promise<Json> {
    const right = { DATE_OF_BIRTH: "1991-06-15", PASSPORT_NUMBER: "N7654321", PASSPORT_COUNTRY: "Nepal" };
    const fields = Object.entries({ ...right, ...values });
    return attempt(
      scene.traveller,
      sendCorrection,
      {
        visaApplicantId,
        papers: [{ correctionId: idOf("PHOTO") }, { correctionId: idOf("DOCUMENT") }, ...(more.papers ?? [])],
        fields: [
          ...fields.map(([name, value]) => ({ correctionId: idOf(name), value })),
          ...(more.fields ?? []),
        ],
      },
      {
        "input.papers.0.file": files["PHOTO"] ?? sharper,
        "input.papers.1.file": files["DOCUMENT"] ?? sharper,
        ...Object.fromEntries(
          (more.papers ?? []).map((_, index) => [`input.papers.${index + 2}.file`, ticket]),
        ),
      },
    );
  }
  async function expectRefused(answer: () => Promise<Json>, faults: string[]): Promise<void> {
    const before = await readReviewed(server);
    expect(await answer()).toEqual(faults);
    expect(await readReviewed(server)).toEqual(before);
  }

  test("by the rules of the form, by the place of each fault", async () => {
    await expectRefused(() => send({ DATE_OF_BIRTH: "2031-01-01" }), ["fields.0.value: DATE_IN_FUTURE"]);
    await expectRefused(() => send({ DATE_OF_BIRTH: "1990-02-30" }), ["fields.0.value: INVALID"]);
    await expectRefused(
      () => send({ DATE_OF_BIRTH: " ", PASSPORT_COUNTRY: "" }),
      [...["fields.0.value: REQUIRED", "fields.2.value: REQUIRED"]],
    );
    await expectRefused(() => send({ PASSPORT_NUMBER: "12345678901" }), ["fields.1.value: TOO_LONG"]);
    await expectRefused(
      () => send({ PASSPORT_NUMBER: scene.applicants[1].passportNumber }),
      ["fields.1.value: CONFLICT"],
    );
    // The price would be another, and nothing is paid again.
    await expectRefused(() => send({ DATE_OF_BIRTH: "2020-05-14" }), ["fields.0.value: INVALID"]);
  });

  test("by the pipeline of every upload", async () => {
    const scripted = pdf(makeScriptedPdf());
    await expectRefused(
      () => send({}, { PHOTO: pdf(makePdf()), DOCUMENT: scripted }),
      [...["papers.0.file: FILE_TYPE", "papers.1.file: FILE_UNSAFE"]],
    );
    await expectRefused(
      () => send({}, { DOCUMENT: { ...sharper, bytes: new Uint8Array(0) } }),
      ["papers.1.file: FILE_CORRUPT"],
    );
  });

  test("where it brings what was not asked for", async () => {
    const [{ correctionId: ofAnother }] = (await readAsOwner(scene)).visaApplicants[1].corrections;
    const answered = await startReview(server, staff);
    await askFor(staff, answered.applicants[0], [{ field: "LAST_NAME" }]);
    const { correctionId: ofOther } = (await readAsked(answered))["LAST_NAME"];
    for (const correctionId of [ofAnother, ofOther, absentId(), "nonsense"])
      await expectRefused(
        () => send({}, {}, { fields: [{ correctionId, value: "FEMALE" }] }),
        ["fields.3.correctionId: INVALID"],
      );
    await expectRefused(
      () => send({}, {}, { papers: [{ correctionId: ofAnother }] }),
      ["papers.2.correctionId: INVALID"],
    );
    // A value for a paper, and the same twice.
    await expectRefused(
      () => send({}, {}, { fields: [{ correctionId: idOf("PHOTO"), value: "Asha" }] }),
      ["fields.3.correctionId: INVALID"],
    );
  });

  test("where something of it is missing, by the correction", async () => {
    await expectRefused(
      () =>
        attempt(scene.traveller, sendCorrection, {
          visaApplicantId,
          fields: [{ correctionId: idOf("PASSPORT_COUNTRY"), value: "NEPAL" }],
        }),
      ["PHOTO", "DOCUMENT", "DATE_OF_BIRTH", "PASSPORT_NUMBER"].map((name) => `${idOf(name)}: REQUIRED`),
    );
    await expectRefused(
      () => attempt(scene.traveller, sendCorrection, { visaApplicantId }),
      Object.values(open).map(({ correctionId }) => `${correctionId}: REQUIRED`),
    );
  });

  test("where it comes from anybody else", async () => {
    const fields = [{ correctionId: idOf("PASSPORT_COUNTRY"), value: "NEPAL" }];
    const stranger = await signedInTraveller(server).withRequest();
    for (const who of [stranger, staff])
      await expectRefused(() => attempt(who, sendCorrection, { visaApplicantId, fields }), ["NOT_FOUND"]);
    const variables = { input: { visaApplicantId, fields } };
    const visitor = await callGraphql(server, sendCorrection, { variables });
    expect(topLevelCodesOf(visitor)).toEqual(["UNAUTHENTICATED"]);
  });

  test("twice at once: one is taken, and what it brought is there once", async () => {
    const before = await listStoredFiles(server);
    const answers = await Promise.all([send(), send({ PASSPORT_NUMBER: "N1111111" })]);
    const refused = answers.filter(Array.isArray);
    expect(refused).toHaveLength(1);
    expect([["null: INVALID_STATE"], ["null: CONFLICT"]]).toContainEqual(refused[0]);
    const [taken] = answers.filter((answer) => !Array.isArray(answer));
    expect((await readAsOwner(scene)).visaApplicants[0].passportNumber).toBe(taken.passportNumber);
    expect(await listStoredFiles(server)).toHaveLength(before.length);
    // And sent again.
    await expectRefused(() => send(), ["null: INVALID_STATE"]);
  });

  test("and nothing else of the traveller can be changed meanwhile", async () => {
    const before = await readReviewed(server);
    const calls = [
      attempt(scene.traveller, documents.updateVisaApplicant, { visaApplicantId, firstName: "Eve" }),
      attempt(scene.traveller, documents.updateVisaApplicant, {
        visaApplicantId,
        passportNumber: "N7654321",
      }),
      attempt(scene.traveller, documents.removeVisaApplicant, { visaApplicantId }),
    ];
    for (const answer of await Promise.all(calls)) expect(answer).toEqual(["null: INVALID_STATE"]);
    expect(await readReviewed(server)).toEqual(before);
  });
});

function daysFrom(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / (24 * 60 * 60 * 1000);
}
