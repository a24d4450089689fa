import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { keepingConsent } from "../../modules/consent/keepingConsent.rules";
import { maxKeptApplicants } from "../../modules/applicant/kept/keptApplicant.rules";
import { consentVersion } from "../../modules/consent/consent.rules";
import { editDatabase } from "../kit/data/editDatabase";
import { eraseNow, rawDatabase } from "../kit/data/erasing";
import { readTables } from "../kit/data/readTables";
import { readKeptMrz } from "../kit/data/readKeptMrz";
import { expirePapers } from "../kit/data/retention";
import { readFixedPictures } from "../passport/fixedPictures";
import * as documents from "../kit/documents";
import { makeSmallFiles, png, type PassportFiles } from "../kit/personas/applicantFiles";
import { signedInTraveller, toStory, type Traveller } from "../kit/personas/traveller";
import { daysAhead, yearsAgo } from "../kit/server/clock";
import { TestServer } from "../kit/server/testServer";
import { absentId, addApplicant } from "../kit/stories/applicants";
import { waitFor } from "../kit/waitFor";
import { errorCodes, getUserErrors, topLevelErrorCodes } from "../kit/wire/outcomes";

/** Applicants whom an account keeps for its next application, and documents that applicants share. */

let server: TestServer;
let files: PassportFiles;
beforeAll(async () => {
  [server, files] = await Promise.all([TestServer.start(), makeSmallFiles()]);
});
afterAll(() => server.dispose());

let traveller: Traveller;
beforeEach(async () => {
  traveller = await signedInTraveller(server).withRequest();
});

const consent = { textVersion: consentVersion };
const consentTextVersion = keepingConsent.version;
const list = async (of = traveller) => (await of.call(documents.keptApplicants)).data.keptApplicants;
const keep = (changes: Record<string, unknown> = {}) =>
  traveller.call(documents.keepApplicants, {
    input: { visaRequestId: traveller.request.visaRequestId, consentTextVersion, ...changes },
  });
const keepNow = () =>
  traveller.do(documents.keepApplicants, {
    visaRequestId: traveller.request.visaRequestId,
    consentTextVersion,
  });
const add = (keptApplicantId: string, changes: Record<string, unknown> = {}) => ({
  visaRequestId: traveller.request.visaRequestId,
  keptApplicantId,
  consent,
  ...changes,
});
async function paidAndKept(changes: Record<string, unknown> = {}) {
  await addApplicant(traveller, files, changes);
  await toStory(traveller).paid();
  await keepNow();
  return (await list()).applicants[0];
}
const bytesOf = async (src: string) => Buffer.from(await (await fetch(server.url + src)).arrayBuffer());

describe("kept applicants", () => {
  test("are an empty list with the consent text until the account has answered", async () => {
    expect(await list()).toEqual({
      isOn: null,
      consentText: keepingConsent.text,
      consentTextVersion,
      applicants: [],
    });
  });

  test("are stored after payment as encrypted copies, each with its own three files", async () => {
    const details = { firstName: "Keerthana", lastName: "Venkataraghavan", passportNumber: "K7000001" };
    const kept = await paidAndKept({ ...details, comments: "Only for this journey" });
    expect(await list()).toMatchObject({ isOn: true, applicants: [{ firstName: "Keerthana" }] });
    const { kept_applicant: rows, kept_file: stored } = await readTables(server, [
      "kept_applicant",
      "kept_file",
    ]);
    const row = rows.find((one) => one.keptApplicantId === kept.keptApplicantId)!;
    expect(JSON.stringify(row)).not.toMatch(/Keerthana|Venkataraghavan|K7000001/);
    const own = stored.filter((file) => file.keptApplicantId === kept.keptApplicantId);
    expect(own.map(({ purpose }) => purpose).sort()).toEqual(["PASSPORT_BACK", "PASSPORT_FRONT", "PHOTO"]);
    const onDisk = await server.listFiles();
    expect(own.filter(({ fileId }) => onDisk.some((name) => name.includes(fileId)))).toHaveLength(3);
  });

  test("are replaced if the same passport is kept again", async () => {
    const first = await paidAndKept({ passportNumber: "K7000002" });
    const before = (await server.listFiles()).length;
    await keepNow();
    const { applicants } = await list();
    expect(applicants).toHaveLength(1);
    expect(applicants[0].keptApplicantId).not.toBe(first.keptApplicantId);
    expect(await server.listFiles()).toHaveLength(before);
  });

  test("are replaced even if the account keeps more than the limit, as after a merge", async () => {
    const { keptApplicantId } = await paidAndKept({ passportNumber: "K7000011" });
    const copies = Array.from({ length: maxKeptApplicants }, absentId).map(
      (id) => `INSERT INTO kept_applicant
        ("keptApplicantId", "userId", "visaApplicantId", "passportNumberIndex", "detailsSealed", "expiresOn", "keptAt")
        SELECT '${id}', "userId", '${id}', '${id}', "detailsSealed", '${daysAhead(-1)}', "keptAt"
        FROM kept_applicant WHERE "keptApplicantId" = '${keptApplicantId}'`,
    );
    await editDatabase(server, copies);
    await keepNow();
    const { applicants } = await list();
    expect(applicants).toHaveLength(1);
    expect(applicants[0].keptApplicantId).not.toBe(keptApplicantId);
  });

  test("cannot be stored before payment, with an old consent text, or from a partner's application", async () => {
    await addApplicant(traveller, files);
    expect(errorCodes(getUserErrors(await keep()))).toEqual(["null: INVALID_STATE"]);
    const oldText = await keep({ consentTextVersion: "2020-01-01" });
    expect(errorCodes(getUserErrors(oldText))).toEqual(["consentTextVersion: INVALID"]);
    await toStory(traveller).paid();
    const id = traveller.request.visaRequestId;
    const partner = await signedInTraveller(server);
    await editDatabase(server, [
      `UPDATE visa_request SET "followerId" = "userId", "userId" = '${partner.userId}' WHERE "visaRequestId" = '${id}'`,
    ]);
    expect(errorCodes(getUserErrors(await keep()))).toEqual(["null: INVALID_STATE"]);
    expect((await list()).applicants).toEqual([]);
  });

  test("are copied to the next application, where changes do not affect the kept applicant", async () => {
    const passportNumber = "K7000003";
    const kept = await paidAndKept({ passportNumber, comments: "Only for this journey" });
    const source = (await traveller.readRequest()).visaApplicants[0];
    await toStory(traveller).withRequest();
    const added = await traveller.do(documents.addKeptApplicant, add(kept.keptApplicantId));
    expect(added).toMatchObject({
      passportNumber,
      comments: null,
      consent: { kind: "APPLICANT", guardianName: null },
      visaApplicationDocuments: [],
    });
    expect(await bytesOf(added.profileSrc)).toEqual(await bytesOf(source.profileSrc));

    await traveller.do(
      documents.updateVisaApplicant,
      { visaApplicantId: added.visaApplicantId, firstName: "Changed" },
      { "input.profileFile": files["input.passportBackFile"] },
    );
    const [still] = (await list()).applicants;
    expect(still).toEqual(kept);
    const other = await signedInTraveller(server).withRequest();
    expect(
      topLevelErrorCodes(
        await other.call(documents.addKeptApplicant, {
          input: add(kept.keptApplicantId, {
            visaRequestId: other.request.visaRequestId,
          }),
        }),
      ),
    ).toEqual(["NOT_FOUND"]);
    await traveller.do(documents.forgetApplicants, { keptApplicantIds: [kept.keptApplicantId] });
    const [present] = (await traveller.readRequest()).visaApplicants;
    expect(present).toMatchObject({ firstName: "Changed", passportNumber });
    expect((await bytesOf(present.passportFrontSrc)).length).toBeGreaterThan(100);
  });

  test.each(["TRAVELLER", "DEVICE"])(
    "keep the MRZ that was entered by %s when they are added to an application",
    async (by) => {
      const [mrzLine1, mrzLine2] = readFixedPictures("fair")[0]!.lines;
      await addApplicant(traveller, files, { mrzLine1, mrzLine2, isMrzReadOnDevice: by === "DEVICE" });
      await toStory(traveller).paid();
      await keepNow();
      const [{ keptApplicantId }] = (await list()).applicants;
      await toStory(traveller).withRequest();
      await traveller.do(documents.addKeptApplicant, add(keptApplicantId));
      expect(await readKeptMrz(traveller)).toMatchObject({
        line1: mrzLine1,
        line2: mrzLine2,
        enteredBy: by,
      });
    },
  );

  test("are added only once with the same idempotency key", async () => {
    const kept = await paidAndKept({ passportNumber: "K7000004" });
    await toStory(traveller).withRequest();
    const input = add(kept.keptApplicantId, { idempotencyKey: "again" });
    const first = await traveller.do(documents.addKeptApplicant, input);
    const second = await traveller.do(documents.addKeptApplicant, input);
    expect(second.visaApplicantId).toBe(first.visaApplicantId);
    const twice = await traveller.call(documents.addKeptApplicant, { input: add(kept.keptApplicantId) });
    expect(errorCodes(getUserErrors(twice))).toEqual(["passportNumber: CONFLICT"]);
  });

  test("who are children require the guardian's consent again, and retain the guardian's name", async () => {
    const guardianName = "Meera Ramanathan";
    const child = { dateOfBirth: yearsAgo(9), title: "Miss", consent: { ...consent, guardianName } };
    const kept = await paidAndKept({ ...child, passportNumber: "K7000005" });
    expect(kept).toMatchObject({ guardianName });
    await toStory(traveller).withRequest();
    const bare = await traveller.call(documents.addKeptApplicant, { input: add(kept.keptApplicantId) });
    expect(errorCodes(getUserErrors(bare))).toEqual(["consent.guardianName: REQUIRED"]);
    const added = await traveller.do(
      documents.addKeptApplicant,
      add(kept.keptApplicantId, { consent: { ...consent, guardianName } }),
    );
    expect(added).toMatchObject({ travelerType: "CHILD", consent: { kind: "GUARDIAN", guardianName } });
  });

  test("cannot be added if their passport expires before the travel date", async () => {
    const kept = await paidAndKept({ passportNumber: "K7000006", passportExpireDate: daysAhead(40) });
    await toStory(traveller).withRequest(undefined, daysAhead(60));
    const answer = await traveller.call(documents.addKeptApplicant, { input: add(kept.keptApplicantId) });
    expect(errorCodes(getUserErrors(answer))).toEqual(["passportExpireDate: INVALID"]);
  });

  test("are deleted with their files, and do not return when the account consents again", async () => {
    const kept = await paidAndKept({ passportNumber: "K7000007" });
    const before = (await server.listFiles()).length;
    const forget = (input: object) => traveller.call(documents.forgetApplicants, { input });
    const wrong = await forget({ keptApplicantIds: [kept.keptApplicantId, absentId()] });
    expect(topLevelErrorCodes(wrong)).toEqual(["NOT_FOUND"]);
    expect((await list()).applicants).toHaveLength(1);
    await forget({});
    expect(await list()).toMatchObject({ isOn: false, applicants: [] });
    expect(await server.listFiles()).toHaveLength(before - 3);
    await traveller.do(documents.keepApplicants, { consentTextVersion });
    expect(await list()).toMatchObject({ isOn: true, applicants: [] });
  });

  test("are all deleted if the account withdraws its consent while they are being copied", async () => {
    for (let count = 0; count < 6; count++) await addApplicant(traveller, files);
    await toStory(traveller).paid();
    const before = (await server.listFiles()).length;
    const keeping = keep();
    await waitFor("the first is kept", async () => (await list()).applicants.length > 0);
    await traveller.do(documents.forgetApplicants, {});
    expect(getUserErrors(await keeping)).toEqual([]);
    expect(await list()).toMatchObject({ isOn: false, applicants: [] });
    expect(await server.listFiles()).toHaveLength(before);
  });

  test("are deleted when their passport expires or the account is erased", async () => {
    const kept = await paidAndKept({ passportNumber: "K7000008", lastName: "Venkatapathy" });
    const before = (await server.listFiles()).length;
    await editDatabase(server, [
      `UPDATE kept_applicant SET "expiresOn" = '${daysAhead(-1)}' WHERE "keptApplicantId" = '${kept.keptApplicantId}'`,
    ]);
    expect((await list()).applicants).toEqual([]);
    await expirePapers(server);
    expect(await server.listFiles()).toHaveLength(before - 3);

    const leaving = (traveller = await signedInTraveller(server).withRequest());
    await paidAndKept({ passportNumber: "K7000009", lastName: "Chidambaranathan" });
    await editDatabase(server, [
      `UPDATE visa_request SET "visaRequestStatus" = 'REJECTED' WHERE "visaRequestId" = '${leaving.request.visaRequestId}'`,
    ]);
    await eraseNow(leaving);
    const { kept_applicant, applicant_keeping } = await readTables(server, [
      "kept_applicant",
      "applicant_keeping",
    ]);
    const whose = [...kept_applicant, ...applicant_keeping].map(({ userId }) => userId);
    expect(whose).not.toContain(leaving.userId);
    expect(await rawDatabase(server)).not.toContain("Chidambaranathan");
  });

  test("are recorded in the audit log under their owner", async () => {
    const { keptApplicantId, visaApplicantId } = await paidAndKept({ passportNumber: "K7000010" });
    await traveller.do(documents.forgetApplicants, { keptApplicantIds: [keptApplicantId, keptApplicantId] });
    const { audit_event: events } = await readTables(server, ["audit_event"]);
    const own = events.filter(({ ownerUserId }) => ownerUserId === traveller.userId);
    const about = (id: string) => own.filter(({ subjectId }) => subjectId === id).map(({ action }) => action);
    expect(about(visaApplicantId)).toContain("APPLICANT_KEPT");
    expect(about(keptApplicantId)).toEqual(["APPLICANT_FORGOTTEN"]);
  });
});

describe("copying another applicant's document", () => {
  const paper = () => ({ "input.documentFiles.0": png(files["input.passportBackFile"].bytes) });
  const copy = (visaApplicantId: string, copyDocumentIds: string[]) =>
    traveller.call(documents.updateVisaApplicant, { input: { visaApplicantId, copyDocumentIds } });

  test("creates a separate file for the same required document", async () => {
    const visaUrl = "egypt-30-days-tourist-visa-single-entry";
    await toStory(traveller).withRequest(visaUrl);
    const hotel = (await addApplicant(traveller, files)).requiredDocuments[0].documentName;
    const first = await addApplicant(traveller, { ...files, ...paper() }, { documentNames: [hotel] });
    const { visaApplicationDocumentId: id } = first.visaApplicationDocuments[0];
    const second = await addApplicant(traveller, files, { copyDocumentIds: [id] });
    expect(second.visaApplicationDocuments).toMatchObject([{ documentName: hotel }]);
    const own = second.visaApplicationDocuments[0];
    expect(own.visaApplicationDocumentId).not.toBe(id);
    expect(await bytesOf(own.src)).toEqual(await bytesOf(first.visaApplicationDocuments[0].src));
    const { stored_file: rows } = await readTables(server, ["stored_file"]);
    const keys = rows
      .filter(({ fileId }) => [id, own.visaApplicationDocumentId].includes(fileId))
      .map(({ wrappedKey }) => wrappedKey);
    expect(new Set(keys).size).toBe(2);

    const { visaApplicantId } = first;
    await traveller.do(documents.updateVisaApplicant, { visaApplicantId, removeDocumentIds: [id] });
    expect((await bytesOf(own.src)).length).toBeGreaterThan(100);
  });

  test("is rejected if the document is the applicant's own, is from another application, or is named twice", async () => {
    const first = await addApplicant(traveller, { ...files, ...paper() });
    const { visaApplicantId } = await addApplicant(traveller, files);
    const { visaApplicationDocumentId: id } = first.visaApplicationDocuments[0];
    const own = await copy(first.visaApplicantId, [id]);
    expect(errorCodes(getUserErrors(own))).toEqual(["copyDocumentIds.0: INVALID"]);
    expect(errorCodes(getUserErrors(await copy(visaApplicantId, [id, id])))).toEqual([
      "copyDocumentIds.1: INVALID",
    ]);
    traveller = await signedInTraveller(server).withRequest();
    const stranger = await addApplicant(traveller, files);
    const theirs = await copy(stranger.visaApplicantId, [id]);
    expect(errorCodes(getUserErrors(theirs))).toEqual(["copyDocumentIds.0: INVALID"]);
  });
});
