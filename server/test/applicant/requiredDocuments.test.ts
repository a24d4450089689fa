import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { addApplicant } from "../kit/stories/applicants";
import { changeCountry, readCountry, signInCatalogueAdmins } from "../kit/stories/catalogueAdmin";
import { makeSmallFiles, png, type PassportFiles } from "../kit/personas/applicantFiles";
import type { TestFile } from "../kit/wire/callApi";
import * as documents from "../kit/documents";
import { errorCodes, getUserErrors } from "../kit/wire/outcomes";
import { readTables } from "../kit/data/readTables";
import { RunningServer } from "../kit/server/runningServer";
import { daysAhead } from "../kit/server/clock";
import { TestServer } from "../kit/server/testServer";
import {
  makeDetails,
  signedInTraveller,
  type Traveller,
  type VisaApplicant,
} from "../kit/personas/traveller";

const hotel =
  "Hotel voucher for Cairo, Luxor, Hurghada or the Nile cruise, showing that the nights in Egypt are booked";
const flights = "Flight itinerary in and out of Egypt, with the domestic legs if you have them";
const bank = "Bank statement of the past six months, stamped where the Egyptian side asks for it";
const visa =
  "Copy of a valid visa for the USA, Britain or the Schengen area, if you hold one, as it can help the Egyptian file";
const hotelId = "hotel-voucher";
const circumstance = "If you hold a visa for the USA, Britain or the Schengen area";
const words = "My bank sends it on Monday";

let server: RunningServer;
/** A separate server for the test that changes the country's list. */
let own: TestServer | undefined;
let files: PassportFiles;
let paper: TestFile;
beforeAll(async () => {
  server = RunningServer.shared();
  files = await makeSmallFiles();
  paper = png(files["input.passportBackFile"].bytes);
});
afterAll(() => own?.dispose());

let traveller: Traveller;
const visaUrl = "egypt-30-days-tourist-visa-single-entry";
beforeEach(async () => {
  traveller = await signedInTraveller(server).withRequest(visaUrl);
});

/** Returns one file for each name. */
const named = (...names: string[]): Record<string, TestFile> =>
  Object.fromEntries(names.map((name, index) => [`input.documentFiles.${index}`, { ...paper, name }]));
const standing = ({ requiredDocuments }: VisaApplicant) =>
  requiredDocuments.map(({ documentName, state, reason, note }) =>
    [documentName, state, reason, note].filter(Boolean).join(" / "),
  );
const requirementsOf = async (who: Traveller) => {
  const { visaRequestId } = who.request;
  const { data } = await who.call(documents.applicationRequirements, { visaRequestId });
  return data.visaRequest.requirements.map(({ requirementId, kind, circumstance }) => [
    requirementId,
    kind,
    circumstance,
  ]);
};
const answered = ({ visaApplicationDocuments }: VisaApplicant) =>
  visaApplicationDocuments.map(({ imageName, documentName }) => [imageName, documentName]);
const change = (applicant: VisaApplicant, changes: object, sent?: Record<string, TestFile>) =>
  traveller.do(
    documents.updateVisaApplicant,
    { visaApplicantId: applicant.visaApplicantId, ...changes },
    sent,
  );
const faults = async (changes: Record<string, unknown>, sent: Record<string, TestFile> = {}) => {
  const input = { visaRequestId: traveller.request.visaRequestId, ...makeDetails(), ...changes };
  return errorCodes(
    getUserErrors(await traveller.call(documents.createVisaApplicant, { input }, { ...files, ...sent })),
  );
};

test("each required document is sent, left for later with a note, or unspecified; other documents are accepted", async () => {
  const made = await addApplicant(
    traveller,
    { ...files, ...named("a.png", "b.png", "c.png") },
    {
      documentNames: [hotel, null, flights],
      laterDocuments: [{ documentName: bank, reason: "AWAITED", note: `  ${words}\n` }],
    },
  );
  expect(answered(made)).toEqual([
    ["a.png", hotel],
    ["b.png", null],
    ["c.png", flights],
  ]);
  expect(standing(made)).toEqual([
    `${hotel} / SENT`,
    `${flights} / SENT`,
    `${bank} / LATER / AWAITED / ${words}`,
    `${visa} / NOT_SAID`,
  ]);

  // The notes are personal data, so they are encrypted.
  const { visa_applicant } = await readTables(server, ["visa_applicant"]);
  expect(JSON.stringify(visa_applicant)).not.toContain("Monday");
  expect(visa_applicant.map(({ requiredDocumentsSealed }) => requiredDocumentsSealed)).toContainEqual(
    expect.any(String),
  );

  const [first] = made.visaApplicationDocuments;
  const changed = await change(
    made,
    { removeDocumentIds: [first.visaApplicationDocumentId], documentNames: [bank] },
    named("d.png"),
  );
  expect(answered(changed)).toEqual([
    ["b.png", null],
    ["c.png", flights],
    ["d.png", bank],
  ]);
  expect(standing(changed)).toEqual([
    `${hotel} / NOT_SAID`,
    `${flights} / SENT`,
    `${bank} / SENT`,
    `${visa} / NOT_SAID`,
  ]);
  const said = await change(changed, {
    laterDocuments: [
      { documentName: visa, reason: "NOT_NEEDED" },
      { documentName: hotel, reason: "OTHER", note: "I stay with my aunt" },
    ],
  });
  expect(standing(said)).toEqual([
    `${hotel} / LATER / OTHER / I stay with my aunt`,
    `${flights} / SENT`,
    `${bank} / SENT`,
    `${visa} / LATER / NOT_NEEDED`,
  ]);
  // Documents that are not mentioned stay unchanged. The audit log names the changed fields, but not the notes.
  expect(standing(await change(said, { firstName: "Usha" }))).toEqual(standing(said));
  const { audit_event } = await readTables(server, ["audit_event"]);
  const told = audit_event
    .filter(({ subjectId, action }) => subjectId === made.visaApplicantId && action === "APPLICANT_CHANGED")
    .map(({ details }) => (JSON.parse(details) as { fields: string[] }).fields);
  expect(told).toEqual(
    [["DOCUMENT", "laterDocuments"], ["laterDocuments"], ["firstName"]].map((one) =>
      expect.arrayContaining(one),
    ),
  );
});

test("a document that the visa does not require, or that is both sent and left for later, is rejected at its index", async () => {
  expect(
    await faults(
      {
        documentNames: ["Yacht papers", hotel, null],
        laterDocuments: [
          { documentName: hotel, reason: "NOT_READY" },
          { documentName: "Invitation by the Egyptian company", reason: "NOT_READY" },
          { documentName: bank, reason: "OTHER", note: "x".repeat(201) },
          { documentName: visa, reason: "OTHER" },
        ],
      },
      named("a.png", "b.png"),
    ),
  ).toEqual([
    "documentNames: INVALID",
    "documentNames.0: INVALID",
    "laterDocuments.0.documentName: INVALID",
    "laterDocuments.1.documentName: INVALID",
    "laterDocuments.2.note: TOO_LONG",
    "laterDocuments.3.note: REQUIRED",
  ]);
  expect((await traveller.readRequest()).visaApplicants).toEqual([]);
});

test("an application keeps the list of required documents from its creation, and a later application gets the new list", async () => {
  own = await TestServer.start();
  traveller = await signedInTraveller(own).withRequest(visaUrl);
  const made = await addApplicant(
    traveller,
    { ...files, ...named("a.png") },
    {
      documentNames: [hotel],
      laterDocuments: [{ documentName: bank, reason: "NOT_READY" }],
    },
  );
  const [staff] = await signInCatalogueAdmins(own);
  // Staff first edit the requirements of the documents, then the list itself.
  const began = await requirementsOf(traveller);
  const { visaCountryId, ...shipped } = await readCountry(staff, "egypt");
  const edited = shipped.documents.map(({ requirement, ...document }) => ({
    ...document,
    requirement: { ...requirement, kind: "QUESTION", when: { circumstance: "If asked" }, fileRules: null },
  }));
  const { country } = await changeCountry(staff, { visaCountryId, ...shipped }, { documents: edited });
  expect(await requirementsOf(traveller)).toEqual(began);
  await changeCountry(staff, country, { documents: shipped.documents });
  const tourists = ["Proof of the aunt", visa].map((documentName) => ({ visaType: "TOURIST", documentName }));
  const others = [{ visaType: "BUSINESS", documentName: "Covering letter" }];
  const current = await readCountry(staff, "egypt");
  expect((await changeCountry(staff, current, { documents: [...tourists, ...others] })).userErrors).toEqual(
    [],
  );

  const [read] = (await traveller.readRequest()).visaApplicants;
  expect(standing(read)).toEqual(standing(made));
  const changed = await change(made, { firstName: "Usha" });
  expect(answered(changed)).toEqual([["a.png", hotel]]);
  expect(standing(changed)).toEqual([
    `${hotel} / SENT`,
    `${flights} / NOT_SAID`,
    `${bank} / LATER / NOT_READY`,
    `${visa} / NOT_SAID`,
  ]);
  expect((await requirementsOf(traveller)).slice(2)).toEqual([
    ["hotel-voucher", "DOCUMENT", null],
    ["flight-itinerary", "DOCUMENT", null],
    ["bank-statement-of-six-months", "DOCUMENT", null],
    ["visa-for-the-usa-britain-or-the-schengen-area", "DOCUMENT", circumstance],
  ]);

  // A document with an unchanged text keeps its requirement; a new requirement is derived from a new text.
  const later = await signedInTraveller(own).withRequest(visaUrl);
  expect(standing(await addApplicant(later, files))).toEqual([
    "Proof of the aunt / NOT_SAID",
    `${visa} / NOT_SAID`,
  ]);
  expect(await requirementsOf(later)).toEqual([
    ["proof-of-the-aunt", "DOCUMENT", null],
    ["visa-for-the-usa-britain-or-the-schengen-area", "DOCUMENT", circumstance],
  ]);
});

test("an applicant is asked for the documents of their category; others in the country's list are accepted", async () => {
  const [hotelInUae, transit, birth] = [/^Hotel confirmation/, /^Onward ticket/, /^Birth certificate/];
  const person = await signedInTraveller(server).withRequest("uae-30-days-tourist-visa-single-entry");
  const { visaRequestId } = person.request;
  const { data } = await person.call(documents.applicationRequirements, { visaRequestId });
  const names = data.visaRequest.visa.country.visaDocuments.map(({ documentName }) => documentName);
  const find = (text: RegExp) => names.find((name) => text.test(name))!;
  const adult = await addApplicant(
    person,
    { ...files, ...named("a.png") },
    { documentNames: [find(transit)] },
  );
  expect(standing(adult)).toEqual([
    expect.stringMatching(/^Confirmed return ticket.* NOT_SAID$/),
    `${find(hotelInUae)} / NOT_SAID`,
    expect.stringMatching(/^Bank statement.* NOT_SAID$/),
    expect.stringMatching(/^PAN card.* NOT_SAID$/),
    `${find(transit)} / SENT`,
  ]);
  const born = `${Number(person.request.travelDate.slice(0, 4)) - 9}-01-01`;
  const child = await addApplicant(person, files, { dateOfBirth: born, passportNumber: "C7654321" });
  expect(standing(child).slice(3)).toEqual([`${find(birth)} / NOT_SAID`]);
});

test.each([
  ["an id without a file", { documentRequirements: [hotelId] }, [], ["documentRequirements: INVALID"]],
  [
    "the id of the photo",
    { documentRequirements: ["photo"] },
    ["a.png"],
    ["documentRequirements.0: INVALID"],
  ],
  [
    "a text next to an id",
    { documentNames: ["Yacht papers", null], documentRequirements: [null, "photo"] },
    ["a.png", "b.png"],
    ["documentNames.0: INVALID", "documentRequirements.1: INVALID"],
  ],
  [
    "documents left for later",
    {
      documentRequirements: [hotelId],
      laterDocuments: [
        { requirementId: "passport-page", reason: "NOT_READY" },
        { requirementId: hotelId, reason: "NOT_READY" },
        { documentName: hotel, reason: "NOT_READY" },
      ],
    },
    ["a.png"],
    [
      "laterDocuments.0.requirementId: INVALID",
      "laterDocuments.1.requirementId: INVALID",
      "laterDocuments.2.documentName: INVALID",
    ],
  ],
])("a violation is reported at the field that was sent, for %s", async (_name, changes, sent, expected) => {
  expect(await faults(changes, named(...sent))).toEqual(expected);
});

test("documents and answers can refer to requirements by id", async () => {
  const person = await signedInTraveller(server).withRequest();
  const { visaRequestId } = person.request;
  const ids = (await requirementsOf(person)).map(([requirementId]) => requirementId).slice(2, 5);
  const [days, checkpoint, address] = ids as [string, string, string];
  expect(ids).toEqual(["first-and-last-day-in-vietnam", "entry-and-exit-checkpoint", "address-in-vietnam"]);
  const said = async () => {
    const { data } = await person.call(documents.applicationRequirements, { visaRequestId });
    return data.visaRequest.visaApplicants[0].requiredDocuments.map(
      ({ requirementId, state, reason, answer }) =>
        [requirementId, state, reason, answer].filter(Boolean).join(" / "),
    );
  };
  const refused = async (changes: object) => {
    const input = { visaRequestId, ...makeDetails(), ...changes };
    return errorCodes(getUserErrors(await person.call(documents.createVisaApplicant, { input }, files)));
  };
  expect(await refused({ answers: [{ requirementId: days, answer: "1 to 9 May" }] })).toEqual([
    `answers.${checkpoint}: REQUIRED`,
    `answers.${address}: REQUIRED`,
  ]);
  const answers = [
    { requirementId: "birth-certificate", answer: "yes" },
    { requirementId: "yacht", answer: "yes" },
    { requirementId: days, answer: "x".repeat(301) },
  ];
  const laterDocuments = [
    { requirementId: checkpoint, reason: "NOT_READY" },
    { requirementId: address, reason: "AWAITED" },
    { requirementId: "yacht", reason: "AWAITED" },
    { reason: "AWAITED" },
  ];
  expect(await refused({ answers, laterDocuments })).toEqual([
    "laterDocuments.2.requirementId: INVALID",
    "laterDocuments.3.requirementId: REQUIRED",
    "answers.1.requirementId: INVALID",
    "answers.0.requirementId: INVALID",
    "answers.2.answer: TOO_LONG",
  ]);

  const made = await addApplicant(
    person,
    { ...files, ...named("a.png", "b.png") },
    {
      documentRequirements: [null, address],
      answers: [{ requirementId: days, answer: " 1 to\n 9 May " }],
      laterDocuments: [{ requirementId: checkpoint, reason: "NOT_READY" }],
    },
  );
  expect(answered(made).map(([, documentName]) => documentName?.slice(0, 18) ?? null)).toEqual([
    null,
    "Address in Vietnam",
  ]);
  expect(await said()).toEqual([
    `${days} / SENT / 1 to 9 May`,
    `${checkpoint} / LATER / NOT_READY`,
    `${address} / SENT`,
  ]);
  const { visa_applicant } = await readTables(server, ["visa_applicant"]);
  expect(JSON.stringify(visa_applicant)).not.toContain("9 May");
  const shared = await addApplicant(
    person,
    { ...files, ...named("c.png") },
    {
      passportNumber: "C7654321",
      copyDocumentIds: [made.visaApplicationDocuments[1].visaApplicationDocumentId],
      documentRequirements: [days],
      answers: [{ requirementId: checkpoint, answer: "Noi Bai" }],
    },
  );
  expect(answered(shared).map(([imageName]) => imageName)).toEqual(["c.png", "b.png"]);
  expect(shared.requiredDocuments.map(({ state }) => state)).toEqual(["SENT", "SENT", "SENT"]);
  const { visaApplicantId } = made;
  const update = (answer: string) =>
    person.do(documents.updateVisaApplicant, {
      visaApplicantId,
      answers: [{ requirementId: checkpoint, answer }],
    });
  await update("Noi Bai");
  expect((await said())[1]).toBe(`${checkpoint} / SENT / Noi Bai`);
  await person.do(documents.updateVisaApplicant, { visaApplicantId, firstName: "Usha" });
  expect((await said())[1]).toBe(`${checkpoint} / SENT / Noi Bai`);
  const removed = await person.call(documents.updateVisaApplicant, {
    input: { visaApplicantId, answers: [{ requirementId: checkpoint, answer: " " }] },
  });
  expect(errorCodes(getUserErrors(removed))).toEqual([`answers.${checkpoint}: REQUIRED`]);
});

test("if a new travel date changes the category, the new category's documents are listed, and those already sent stay", async () => {
  const certificate = "Birth certificate for any child travelling on the parents' booking to Vietnam";
  const travellers = await signedInTraveller(server).withRequest("vietnam-30-days-single-entry");
  const dateOfBirth = `${Number(daysAhead(30).slice(0, 4)) - 18}${daysAhead(30).slice(4)}`;
  const second = { dateOfBirth, passportNumber: "M7654321", documentNames: [certificate] };
  await addApplicant(travellers, files, { dateOfBirth });
  await addApplicant(travellers, { ...files, ...named("certificate.png") }, second);
  const read = async () =>
    (await travellers.readRequest()).visaApplicants.map(({ travelerType, requiredDocuments }) => [
      travelerType,
      requiredDocuments.filter(({ documentName }) => documentName === certificate).map(({ state }) => state),
    ]);
  const travelOn = (travelDate: string) =>
    travellers.do(documents.changeTravelDate, {
      visaRequestId: travellers.request.visaRequestId,
      travelDate,
    });
  const asChildren = await read();
  expect(asChildren).toEqual([
    ["CHILD", ["NOT_SAID"]],
    ["CHILD", ["SENT"]],
  ]);
  await travelOn(daysAhead(31));
  expect(await read()).toEqual([
    ["ADULT", []],
    ["ADULT", ["SENT"]],
  ]);
  await travelOn(daysAhead(29));
  expect(await read()).toEqual(asChildren);
});
