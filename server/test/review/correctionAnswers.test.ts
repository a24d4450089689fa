import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { makePdf, makeScriptedPdf } from "../kit/files/makePdf";
import { absentId } from "../kit/stories/applicants";
import { pdf } from "../kit/personas/applicantFiles";
import { callGraphql, type TestFile } from "../kit/wire/callApi";
import { clockAt } from "../kit/server/clock";
import { makeCorrectionFiles, paperIds, readAsked, type CorrectionFiles } from "../kit/stories/corrections";
import * as documents from "../kit/documents";
import { readTables } from "../kit/data/readTables";
import { getUserErrors, topLevelErrorCodes } from "../kit/wire/outcomes";
import {
  askFor,
  attempt,
  readAsOwner,
  readReviewed,
  sendCorrection,
  signInTwoStaff,
  startReview,
  type ReviewScene,
} from "../kit/stories/review";
import { TestServer } from "../kit/server/testServer";
import { signedInTraveller, type Traveller } from "../kit/personas/traveller";

/** A part of the answer that was not requested. */
type Unasked = { correctionId: string; value?: string };

let server: TestServer;
let staff: Traveller;
let pictures: CorrectionFiles;
beforeAll(async () => {
  server = await TestServer.start(clockAt("2026-12-01T08:00:00.000Z"));
  [staff] = await signInTwoStaff(server);
  pictures = await makeCorrectionFiles();
});
afterAll(() => server.dispose());

describe("an answer is refused and changes nothing", () => {
  let scene: ReviewScene;
  let open: Record<string, { correctionId: string }>;
  let visaApplicantId: string;
  beforeEach(async () => {
    const asha = { firstName: "Asha", passportIssueDate: "2005-06-01" };
    scene = await startReview(server, staff, [asha, { firstName: "Usha" }], pictures.papers);
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

  const idOf = (name: string): string => open[name]!.correctionId;
  /** Sends a valid answer in which some values (by field) and files (by kind) are replaced. */
  async function send(
    values: Record<string, string> = {},
    files: Record<string, TestFile> = {},
    more: { papers?: Unasked[]; fields?: Unasked[] } = {},
  ) {
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
        "input.papers.0.file": files["PHOTO"] ?? pictures.sharper,
        "input.papers.1.file": files["DOCUMENT"] ?? pictures.sharper,
        ...Object.fromEntries(
          (more.papers ?? []).map((_, index) => [`input.papers.${index + 2}.file`, pictures.ticket]),
        ),
      },
    );
  }
  async function expectRefused(answer: () => Promise<unknown>, faults: string[]): Promise<void> {
    const before = await readReviewed(server);
    expect(await answer()).toEqual(faults);
    expect(await readReviewed(server)).toEqual(before);
  }

  test("if values break the form's rules, with the path of each violation", async () => {
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
    // A date that contradicts another one is reported at the requested field.
    await expectRefused(() => send({ DATE_OF_BIRTH: "2006-01-01" }), ["fields.0.value: INVALID"]);
  });

  test("if a file fails the checks of uploads", async () => {
    const scripted = pdf(makeScriptedPdf());
    await expectRefused(() => send({}, { PHOTO: pdf(makePdf()) }), ["papers.0.file: FILE_TYPE"]);
    await expectRefused(() => send({}, { DOCUMENT: scripted }), ["papers.1.file: FILE_UNSAFE"]);
    await expectRefused(
      () => send({}, { DOCUMENT: { ...pictures.sharper, bytes: new Uint8Array(0) } }),
      ["papers.1.file: FILE_CORRUPT"],
    );
  });

  test("if it contains parts that were not requested", async () => {
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
    // A text value for the photo, whose correction is also answered with a file.
    await expectRefused(
      () => send({}, {}, { fields: [{ correctionId: idOf("PHOTO"), value: "Asha" }] }),
      ["fields.3.correctionId: INVALID"],
    );
  });

  test("if a part is missing, with the id of its correction", async () => {
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

  test("if the caller is not the owner", async () => {
    const fields = [{ correctionId: idOf("PASSPORT_COUNTRY"), value: "NEPAL" }];
    const stranger = await signedInTraveller(server).withRequest();
    for (const who of [stranger, staff])
      await expectRefused(() => attempt(who, sendCorrection, { visaApplicantId, fields }), ["NOT_FOUND"]);
    const variables = { input: { visaApplicantId, fields } };
    const visitor = await callGraphql(server, sendCorrection, { variables });
    expect(topLevelErrorCodes(visitor)).toEqual(["UNAUTHENTICATED"]);
  });

  test("if another answer is accepted concurrently or was accepted earlier", async () => {
    const before = await server.listFiles();
    const answers = await Promise.all([send(), send({ PASSPORT_NUMBER: "N1111111" })]);
    const refused = answers.filter(Array.isArray);
    expect(refused).toHaveLength(1);
    expect([["null: INVALID_STATE"], ["null: CONFLICT"]]).toContainEqual(refused[0]);
    const [taken] = answers.filter((answer) => !Array.isArray(answer));
    expect((await readAsOwner(scene)).visaApplicants[0].passportNumber).toBe(taken!.passportNumber);
    expect(await server.listFiles()).toHaveLength(before.length);
    // The corrections are closed by now.
    await expectRefused(() => send(), ["null: INVALID_STATE"]);
  });

  test("if it is sent through updateVisaApplicant or removeVisaApplicant", async () => {
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

describe("a corrected date of birth that changes the category", () => {
  /** Requests an adult's date of birth, and answers with a child's. */
  async function correct(visaUrl: string) {
    const scene = await startReview(server, staff, [{}], pictures.papers, visaUrl);
    const [{ visaApplicantId }] = scene.applicants;
    await askFor(staff, scene.applicants[0], [{ field: "DATE_OF_BIRTH" }]);
    const { correctionId } = (await readAsked(scene))["DATE_OF_BIRTH"];
    const before = await readReviewed(server);
    const fields = [{ correctionId, value: "2015-02-10" }];
    const answer = await scene.traveller.call(sendCorrection, { input: { visaApplicantId, fields } });
    return { answer, before, scene };
  }

  test("is accepted if the price is the same, and changes the required documents", async () => {
    const { answer, scene } = await correct("vietnam-30-days-single-entry");
    expect(getUserErrors(answer)).toEqual([]);
    const { visaApplicants, totalPrice } = await readAsOwner(scene);
    expect(visaApplicants[0]).toMatchObject({
      dateOfBirth: "2015-02-10",
      travelerType: "CHILD",
      visaApplicantStatus: "PENDING",
      requiredDocuments: expect.arrayContaining([
        expect.objectContaining({ documentName: expect.stringMatching(/^Birth certificate/) }),
      ]),
    });
    expect(totalPrice).toBe(scene.traveller.request.totalPrice);
    const { audit_event: events } = await readTables(server, ["audit_event"]);
    expect(events.findLast(({ action }) => action === "APPLICANT_CHANGED")!.details).toBe(
      JSON.stringify({ fields: ["dateOfBirth", "travelerType"] }),
    );
  });

  test("is refused if the price differs, because the application is already paid", async () => {
    const { answer, before } = await correct("egypt-30-days-tourist-visa-single-entry");
    expect(getUserErrors(answer)).toEqual([
      {
        field: "fields.0.value",
        code: "INVALID",
        message: expect.stringMatching(/another category, which has another price/),
      },
    ]);
    expect(await readReviewed(server)).toEqual(before);
  });
});
