import { beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { makePng } from "../kit/files/makeImage";
import { makePdf } from "../kit/files/makePdf";
import { addApplicant, sendApplicant } from "../kit/stories/applicants";
import { makeSmallFiles, pdf, png, type PassportFiles } from "../kit/personas/applicantFiles";
import type { TestFile } from "../kit/wire/callApi";
import { yearsAgo } from "../kit/server/clock";
import * as documents from "../kit/documents";
import { errorCodes, getUserErrors } from "../kit/wire/outcomes";
import { RunningServer } from "../kit/server/runningServer";
import {
  makeDetails,
  payInSandbox,
  signedInTraveller,
  toConfirmation,
  type Traveller,
  type VisaApplicant,
} from "../kit/personas/traveller";

let server: RunningServer;
let files: PassportFiles;
let ticket: TestFile, hotel: TestFile, letter: TestFile;
beforeAll(async () => {
  server = RunningServer.shared();
  files = await makeSmallFiles();
  const { bytes } = files["input.passportBackFile"];
  ticket = png(bytes, "ticket.png");
  hotel = png(bytes, "hotel.png");
  letter = png(bytes, "letter.png");
});

let traveller: Traveller;
let applicant: VisaApplicant;
beforeEach(async () => {
  traveller = await signedInTraveller(server).withRequest("egypt-30-days-tourist-visa-single-entry");
  const papers = { "input.documentFiles.0": ticket, "input.documentFiles.1": hotel };
  applicant = await addApplicant(traveller, { ...files, ...papers });
});

const change = (changes: Record<string, unknown>, sent?: Record<string, TestFile>) =>
  traveller.do(
    documents.updateVisaApplicant,
    { visaApplicantId: applicant.visaApplicantId, ...changes },
    sent,
  );
const tryChange = async (changes: Record<string, unknown>, sent?: Record<string, TestFile>) =>
  traveller.call(
    documents.updateVisaApplicant,
    { input: { visaApplicantId: applicant.visaApplicantId, ...changes } },
    sent,
  );
const readApplicant = async () => (await traveller.readRequest()).visaApplicants[0];
const open = (src: string) => fetch(server.url + src);
const namesOf = ({ visaApplicationDocuments }: VisaApplicant) =>
  visaApplicationDocuments.map(({ imageName }) => imageName);

describe("changing an applicant", () => {
  test("changes the fields that are sent, and leaves other fields and all files unchanged", async () => {
    const changed = await change({ firstName: "Usha", passportNumber: "y 1234567", comments: null });
    const expected = { ...applicant, firstName: "Usha", passportNumber: "Y1234567", comments: null };
    expect(withoutLinks(changed)).toEqual(withoutLinks(expected));
    expect(withoutLinks(await readApplicant())).toEqual(withoutLinks(expected));
  });

  test("increments the version of the application, unless no value changes", async () => {
    const versionOf = async () => (await traveller.readRequest()).version;
    const before = await versionOf();
    await change({ firstName: "Usha" });
    expect(await versionOf()).toBe(before + 1);
    await change({ firstName: "Usha" });
    expect(await versionOf()).toBe(before + 1);
  });

  test("is rejected as a whole if one value is invalid", async () => {
    const before = await server.listFiles();
    const { "input.passportFrontFile": front } = files;
    const changes = { firstName: "", lastName: "Iyer", dateOfBirth: yearsAgo(-1), title: "Sir" };
    const answer = await tryChange(changes, {
      "input.profileFile": png(Buffer.from("Only words.")),
      "input.passportFrontFile": front,
    });
    expect(errorCodes(getUserErrors(answer)).toSorted()).toEqual([
      "dateOfBirth: DATE_IN_FUTURE",
      "firstName: REQUIRED",
      "profileFile: FILE_TYPE",
      "title: INVALID",
    ]);
    expect(withoutLinks(await readApplicant())).toEqual(withoutLinks(applicant));
    expect(await server.listFiles()).toEqual(before);
  });

  test.each([null, "", " "])(
    "is rejected if a detail is %j, even if the detail has a default",
    async (blank) => {
      await change({ title: "Dr.", nationality: "NEPALESE", passportCountry: "NEPAL" });
      const before = await readApplicant();
      const answer = await tryChange({
        title: blank,
        firstName: blank,
        nationality: blank,
        passportCountry: blank,
      });
      expect(errorCodes(getUserErrors(answer)).toSorted()).toEqual([
        "firstName: REQUIRED",
        "nationality: REQUIRED",
        "passportCountry: REQUIRED",
        "title: REQUIRED",
      ]);
      expect(withoutLinks(await readApplicant())).toEqual(withoutLinks(before));
    },
  );

  test("replaces the photo and deletes the old one", async () => {
    const before = (await server.listFiles()).length;
    const photo = png(await makePng({ width: 300, height: 400 }), "new.png");
    const changed = await change({}, { "input.profileFile": photo });
    expect(changed.profileSrc).not.toBe(applicant.profileSrc);
    expect((await open(changed.profileSrc)).headers.get("content-type")).toBe("image/png");
    expect((await open(applicant.profileSrc)).status).toBe(404);
    expect(changed.passportFrontSrc.split("?")[0]).toBe(applicant.passportFrontSrc.split("?")[0]);
    expect((await server.listFiles()).length).toBe(before);
  });

  test("replaces a passport page with one of another type", async () => {
    expect(applicant.passportFrontType).toBe("image/png");
    const changed = await change({}, { "input.passportFrontFile": pdf(makePdf()) });
    expect(changed.passportFrontType).toBe("application/pdf");
    expect((await open(changed.passportFrontSrc)).headers.get("content-type")).toBe("application/pdf");
  });

  test("appends new documents and removes the listed ones", async () => {
    const [first] = applicant.visaApplicationDocuments;
    const removeDocumentIds = [first.visaApplicationDocumentId];
    const changed = await change({ removeDocumentIds }, { "input.documentFiles.0": letter });
    expect(namesOf(changed)).toEqual(["hotel.png", "letter.png"]);
    expect((await open(first.src)).status).toBe(404);
    expect(namesOf(await change({}, { "input.documentFiles.0": ticket }))).toEqual([
      "hotel.png",
      "letter.png",
      "ticket.png",
    ]);
    const all = (await readApplicant()).visaApplicationDocuments;
    const ids = all.map(({ visaApplicationDocumentId }) => visaApplicationDocumentId);
    expect(namesOf(await change({ removeDocumentIds: ids }))).toEqual([]);
  });

  test("does not remove any document if one of them belongs to another applicant", async () => {
    const neighbour = await addApplicant(traveller, { ...files, "input.documentFiles.0": letter });
    const theirs = neighbour.visaApplicationDocuments[0].visaApplicationDocumentId;
    const mine = applicant.visaApplicationDocuments[0].visaApplicationDocumentId;
    const photo = applicant.profileSrc.split(/[/?]/)[2];
    const answer = await tryChange({ removeDocumentIds: [mine, theirs, photo] });
    expect(errorCodes(getUserErrors(answer))).toEqual([
      "removeDocumentIds.1: INVALID",
      "removeDocumentIds.2: INVALID",
    ]);
    expect(namesOf(await readApplicant())).toEqual(["ticket.png", "hotel.png"]);
  });

  test("updates category and price when the date of birth changes", async () => {
    expect(await change({ dateOfBirth: yearsAgo(9) })).toMatchObject({ travelerType: "CHILD" });
    expect(await traveller.readRequest()).toMatchObject({ netPrice: 3799, totalPrice: 3799 + 499 });
    const answer = await tryChange({ travelerType: "ADULT" });
    expect(errorCodes(getUserErrors(answer))).toEqual(["travelerType: INVALID"]);
  });

  test("rejects another applicant's passport number, but accepts the applicant's current one", async () => {
    const other = await addApplicant(traveller, files);
    const answer = await tryChange({ passportNumber: other.passportNumber });
    expect(errorCodes(getUserErrors(answer))).toEqual(["passportNumber: CONFLICT"]);
    await change({ passportNumber: applicant.passportNumber, firstName: "Usha" });
  });
});

describe("two concurrent changes", () => {
  test("to different fields are both stored, or one is rejected", async () => {
    const answers = await Promise.all([tryChange({ firstName: "Usha" }), tryChange({ lastName: "Iyer" })]);
    const [first, last] = answers.map((answer) => getUserErrors(answer).length === 0);
    expect(first || last).toBe(true);
    expect(await readApplicant()).toMatchObject({
      firstName: first ? "Usha" : applicant.firstName,
      lastName: last ? "Iyer" : applicant.lastName,
    });
  });

  test("to the photo leave exactly one photo file", async () => {
    const before = (await server.listFiles()).length;
    const photos = await Promise.all(
      ["#aa0000", "#00aa00"].map((background) => makePng({ width: 200, background })),
    );
    const answers = await Promise.all(
      photos.map((bytes) => tryChange({}, { "input.profileFile": png(bytes) })),
    );
    for (const answer of answers) expect(answer.errors).toBeUndefined();
    expect((await open((await readApplicant()).profileSrc)).status).toBe(200);
    expect((await server.listFiles()).length).toBe(before);
  });

  test("that each add a document are both stored, or one is rejected", async () => {
    const answers = await Promise.all(
      [letter, png(letter.bytes, "plan.png")].map((paper) =>
        tryChange({}, { "input.documentFiles.0": paper }),
      ),
    );
    const kept = answers.filter((answer) => getUserErrors(answer).length === 0).length;
    expect(kept).toBeGreaterThan(0);
    expect(namesOf(await readApplicant())).toHaveLength(2 + kept);
  });
});

describe("removing an applicant", () => {
  test("deletes the applicant's files, and updates the application's price", async () => {
    const before = (await server.listFiles()).length;
    await addApplicant(traveller, files, { firstName: "Vikram" });
    const { visaApplicantId } = applicant;
    const request = await traveller.do(documents.removeVisaApplicant, { visaApplicantId });
    expect(request).toMatchObject({
      noOfApplicants: 1,
      netPrice: 4299,
      visaApplicants: [{ firstName: "Vikram" }],
    });
    expect((await server.listFiles()).length).toBe(before - 5 + 3);
    for (const { src } of [{ src: applicant.profileSrc }, ...applicant.visaApplicationDocuments])
      expect((await open(src)).status).toBe(404);
    // The passport number can be used again.
    await addApplicant(traveller, files, { passportNumber: applicant.passportNumber });
  });

  test("leaves the price at that of one adult if no applicant remains", async () => {
    await change({ dateOfBirth: yearsAgo(9) });
    const { visaApplicantId } = applicant;
    const request = await traveller.do(documents.removeVisaApplicant, { visaApplicantId });
    expect(request).toMatchObject({
      noOfApplicants: 1,
      netPrice: 4299,
      totalPrice: 4798,
      visaApplicants: [],
    });
  });
});

test("applicants cannot be added, changed or removed once the application is submitted", async () => {
  const { visaRequestId } = traveller.request;
  const { orderId } = await traveller.do(documents.createPaymentOrder, { visaRequestId });
  const proof = toConfirmation(await payInSandbox(server, orderId));
  await traveller.do(documents.confirmPayment, { visaRequestId, ...proof });
  const [submitted, stored] = [await traveller.readRequest(), await server.listFiles()];
  expect(submitted.visaRequestStatus).toBe("SUBMITTED");

  const { visaApplicantId } = applicant;
  const input = { visaRequestId, ...makeDetails() };
  const answers = [
    await traveller.call(documents.createVisaApplicant, { input }, files),
    await tryChange({ firstName: "Usha" }),
    await tryChange({}, { "input.profileFile": files["input.profileFile"] }),
    await traveller.call(documents.removeVisaApplicant, { input: { visaApplicantId } }),
  ];
  for (const answer of answers) expect(errorCodes(getUserErrors(answer))).toEqual(["null: INVALID_STATE"]);
  expect(await sendApplicant(traveller, "REST", files)).toMatchObject({
    status: 409,
    faults: ["null: INVALID_STATE"],
  });
  expect(withoutLinks(await traveller.readRequest())).toEqual(withoutLinks(submitted));
  expect(await server.listFiles()).toEqual(stored);
});

/** Removes the parameters of signed URLs, because they change every minute. */
function withoutLinks(thing: object): unknown {
  return JSON.parse(JSON.stringify(thing).replace(/\?u=[^"]+/g, "")) as unknown;
}
