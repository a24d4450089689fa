import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { addApplicant } from "../kit/stories/applicants";
import { changeCountry, readCountry, signInCatalogueAdmins } from "../kit/stories/catalogueAdmin";
import { makeSmallFiles, png, type PassportFiles } from "../kit/personas/applicantFiles";
import type { TestFile } from "../kit/wire/callApi";
import * as documents from "../kit/documents";
import { errorCodes, getUserErrors } from "../kit/wire/outcomes";
import { readTables } from "../kit/data/readTables";
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
const words = "My bank sends it on Monday";

let server: TestServer;
let files: PassportFiles;
let paper: TestFile;
beforeAll(async () => {
  server = await TestServer.start();
  files = await makeSmallFiles();
  paper = png(files["input.passportBackFile"].bytes);
});
afterAll(() => server.dispose());

let traveller: Traveller;
beforeEach(async () => {
  traveller = await signedInTraveller(server).withRequest("egypt-30-days-tourist-visa-single-entry");
});

/** One file for each name. */
const named = (...names: string[]): Record<string, TestFile> =>
  Object.fromEntries(names.map((name, index) => [`input.documentFiles.${index}`, { ...paper, name }]));
const standing = ({ requiredDocuments }: VisaApplicant) =>
  requiredDocuments.map(({ documentName, state, reason, note }) =>
    [documentName, state, reason, note].filter(Boolean).join(" / "),
  );
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

test("each required document is sent, left for later with a note, or unspecified; extra documents are retained", async () => {
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

  // The notes are personal data: no row holds them in plaintext.
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
  // Unmentioned documents stay as they are; the audit log names the changed fields, not the notes.
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

test("rejects by index a document that the visa does not require, or that is both sent and left for later", async () => {
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

test("existing answers retain their text when the list changes, and new documents are added to the list", async () => {
  const made = await addApplicant(
    traveller,
    { ...files, ...named("a.png") },
    {
      documentNames: [hotel],
      laterDocuments: [{ documentName: bank, reason: "NOT_READY" }],
    },
  );
  const [staff] = await signInCatalogueAdmins(server);
  const country = await readCountry(staff, "egypt");
  const tourists = ["Proof of the aunt", visa].map((documentName) => ({ visaType: "TOURIST", documentName }));
  const others = [{ visaType: "BUSINESS", documentName: "Covering letter" }];
  expect((await changeCountry(staff, country, { documents: [...tourists, ...others] })).userErrors).toEqual(
    [],
  );

  const [read] = (await traveller.readRequest()).visaApplicants;
  expect(standing(read)).toEqual(standing(made));
  const changed = await change(made, { firstName: "Usha" });
  expect(answered(changed)).toEqual([["a.png", hotel]]);
  expect(standing(changed)).toEqual([
    "Proof of the aunt / NOT_SAID",
    `${visa} / NOT_SAID`,
    `${hotel} / SENT`,
    `${bank} / LATER / NOT_READY`,
  ]);
});
