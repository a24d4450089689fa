import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { makePdf } from "../kit/files/makePdf";
import { addApplicant, sendApplicant, ways } from "../kit/stories/applicants";
import { jpeg, makeSmallFiles, pdf, type PassportFiles } from "../kit/personas/applicantFiles";
import { callGraphql, callRest } from "../kit/wire/callApi";
import { daysAhead, yearsAgo } from "../kit/server/clock";
import { editDatabase } from "../kit/data/editDatabase";
import * as documents from "../kit/documents";
import { topLevelErrorCodes } from "../kit/wire/outcomes";
import { TestServer } from "../kit/server/testServer";
import { makeDetails, signedInTraveller } from "../kit/personas/traveller";

let server: TestServer;
let files: PassportFiles;
beforeAll(async () => {
  [server, files] = await Promise.all([TestServer.start({ GST_PERCENT: "18" }), makeSmallFiles()]);
});
afterAll(() => server.dispose());

const signedInWith = (visaUrl: string) => signedInTraveller(server).withRequest(visaUrl);
const egypt = "egypt-30-days-tourist-visa-single-entry";

describe("an applicant", () => {
  test("is returned with every field as it was sent", async () => {
    const traveller = await signedInWith(egypt);
    const sent = {
      title: "Dr.",
      firstName: "Anaïs José",
      lastName: "D’Souza-ராவ்",
      gender: "OTHER",
      dateOfBirth: "1988-02-29",
      passportNumber: "X1234567",
      passportIssueDate: "2019-03-01",
      passportExpireDate: "2034-02-28",
      travelerType: "ADULT",
      nationality: "PORTUGUESE",
      passportCountry: "PORTUGAL",
      comments: "Vegetarian.\nArrives by sea.",
    };
    const paper = pdf(makePdf());
    const made = await addApplicant(
      traveller,
      {
        ...files,
        "input.passportBackFile": paper,
        "input.documentFiles.0": { ...paper, name: "टिकट.pdf" },
        "input.documentFiles.1": paper,
      },
      sent,
    );
    const { visaRequestId } = traveller.request;
    const link = expect.stringMatching(/^\/files\/[0-9a-f-]{36}\?u=[^&]+&l=[^&]+&e=\d+&s=[\w-]+$/);
    const document = {
      visaApplicationDocumentId: expect.any(String),
      documentName: null,
      contentType: "application/pdf",
      size: paper.bytes.length,
      src: link,
    };
    expect(made).toEqual({
      ...sent,
      visaApplicantId: expect.any(String),
      visaRequestId,
      visaApplicantStatus: "PENDING",
      profileSrc: link,
      passportFrontSrc: link,
      passportBackSrc: link,
      passportFrontType: "image/png",
      passportBackType: "application/pdf",
      approvedVisaSrc: null,
      visaApplicationDocuments: [
        { ...document, imageName: "टिकट.pdf" },
        { ...document, imageName: "paper.pdf" },
      ],
      consent: null,
      // Egypt requires four documents besides passport and photo; requiredDocuments.test.ts covers them.
      requiredDocuments: Array.from({ length: 4 }, () =>
        expect.objectContaining({ state: "NOT_SAID", reason: null, note: null }),
      ),
    });
    const [read] = (await traveller.readRequest()).visaApplicants;
    expect(withoutLinks(read)).toEqual(withoutLinks(made));
    const { body } = await callRest(
      server,
      "GET",
      `/api/VisaApplicant/GetByVisaRequest?visaRequestId=${visaRequestId}`,
      { token: traveller.token },
    );
    expect(body.data).toMatchObject([{ ...sent, visaApplicantId: made.visaApplicantId, profileSrc: link }]);
  });

  test("gets the default title, nationality and passport country, and a passport number in capitals", async () => {
    const traveller = await signedInWith(egypt);
    const changes = { title: undefined, passportNumber: " z 765 4321 ", firstName: "  asha  k " };
    expect(await addApplicant(traveller, files, changes)).toMatchObject({
      title: "Mr.",
      firstName: "asha k",
      passportNumber: "Z7654321",
      nationality: "INDIAN",
      passportCountry: "INDIA",
      travelerType: "ADULT",
      visaApplicantStatus: "PENDING",
    });
  });

  test("is rejected with the documented message for each missing field", async () => {
    const traveller = await signedInWith(egypt);
    const { visaRequestId } = traveller.request;
    const expected = [
      ["profileFile", "FILE_REQUIRED", "Please upload profile photo"],
      ["passportFrontFile", "FILE_REQUIRED", "Please upload passport frontside image"],
      ["passportBackFile", "FILE_REQUIRED", "Please upload passport backside image"],
      ["firstName", "REQUIRED", "Please enter first name"],
      ["lastName", "REQUIRED", "Please enter last name"],
      ["gender", "REQUIRED", "Please select gender"],
      ["dateOfBirth", "REQUIRED", "Please enter date of birth"],
      ["passportNumber", "REQUIRED", "Please enter passport no"],
      ["passportIssueDate", "REQUIRED", "Please enter passport issue date"],
      ["passportExpireDate", "REQUIRED", "Please enter passport expire date"],
    ].map(([field, code, message]) => ({ field, code, message }));
    const answer = await traveller.call(documents.createVisaApplicant, { input: { visaRequestId } });
    expect(answer.data.createVisaApplicant).toEqual({ visaApplicant: null, userErrors: expected });

    const { token } = traveller;
    const byRest = await callRest(server, "POST", "/api/VisaApplicant/Create", {
      token,
      json: { visaRequestId },
    });
    expect(byRest).toMatchObject({ status: 400, body: { statusCode: 400, errors: expected } });
    expect((await traveller.readRequest()).visaApplicants).toEqual([]);
  });

  test.each(ways)("is rejected with errors for details and files together, through %s", async (way) => {
    const traveller = await signedInWith(egypt);
    const stored = await server.listFiles();
    const bad = jpeg(Buffer.from("Only words."));
    const outcome = await sendApplicant(
      traveller,
      way,
      {
        "input.profileFile": bad,
        "input.passportFrontFile": files["input.passportFrontFile"],
        "input.documentFiles.0": files["input.passportBackFile"],
        "input.documentFiles.1": pdf(Buffer.alloc(0)),
      },
      {
        title: "Sir",
        firstName: "x".repeat(61),
        lastName: " ",
        dateOfBirth: yearsAgo(-1),
        passportIssueDate: yearsAgo(-2),
        passportNumber: "Z123456789",
        travelerType: "CHILD",
      },
    );
    expect(outcome.faults.toSorted()).toEqual([
      "dateOfBirth: DATE_IN_FUTURE",
      "documentFiles.1: FILE_CORRUPT",
      "firstName: TOO_LONG",
      "lastName: REQUIRED",
      "passportBackFile: FILE_REQUIRED",
      "passportIssueDate: DATE_IN_FUTURE",
      "passportNumber: TOO_LONG",
      "profileFile: FILE_TYPE",
      "title: INVALID",
    ]);
    expect(await server.listFiles()).toEqual(stored);
  });

  test.each(ways)("is rejected if the passport's dates are impossible, through %s", async (way) => {
    const traveller = await signedInWith(egypt);
    const refused = async (changes: Record<string, string>) =>
      (await sendApplicant(traveller, way, files, changes)).faults;
    expect(await refused({ passportIssueDate: yearsAgo(70) })).toEqual(["passportIssueDate: INVALID"]);
    for (const passportExpireDate of [yearsAgo(2), daysAhead(-1)])
      expect(await refused({ passportExpireDate })).toEqual(["passportExpireDate: INVALID"]);
    expect((await traveller.readRequest()).visaApplicants).toEqual([]);
  });

  test("is rejected if the date of birth is not a calendar day", async () => {
    const traveller = await signedInWith(egypt);
    const { visaRequestId } = traveller.request;
    const input = { visaRequestId, ...makeDetails({ dateOfBirth: "1990-02-30" }) };
    const answer = await traveller.call(documents.createVisaApplicant, { input }, files);
    expect(topLevelErrorCodes(answer)).toEqual(["BAD_USER_INPUT"]);
    const byRest = await sendApplicant(traveller, "REST", files, { dateOfBirth: "1990-02-30" });
    expect(byRest).toMatchObject({ status: 400, faults: ["dateOfBirth: INVALID"] });
  });
});

/** Removes the parameters of signed URLs, because they change every minute. */
function withoutLinks(applicant: object): unknown {
  return JSON.parse(JSON.stringify(applicant).replace(/\?u=[^"]+/g, "")) as unknown;
}

test("encrypted fields of an applicant are decrypted only when requested", async () => {
  const traveller = await signedInWith(egypt);
  const { visaApplicantId } = await addApplicant(traveller, files);
  const set = `"passportNumberSealed" = 'v2.unknown.', "requiredDocumentsSealed" = 'v2.unknown.'`;
  await editDatabase(server, `UPDATE visa_applicant SET ${set} WHERE "visaApplicantId" = ?`, [
    visaApplicantId,
  ]);
  await editDatabase(
    server,
    `UPDATE stored_file SET "imageNameSealed" = 'v2.unknown.' WHERE "visaApplicantId" = ?`,
    [visaApplicantId],
  );
  const ask = (fields: string) =>
    callGraphql<unknown>(
      server,
      `query ($visaRequestId: ID!) { visaRequest(visaRequestId: $visaRequestId) { visaApplicants { ${fields} } } }`,
      { token: traveller.token, variables: { visaRequestId: traveller.request.visaRequestId } },
    );
  const whole = { visaApplicantId, lastName: "Rao", profileSrc: expect.stringMatching("^/files/") };
  const { data, errors } = await ask("visaApplicantId lastName profileSrc");
  expect([data, errors]).toEqual([{ visaRequest: { visaApplicants: [whole] } }, undefined]);
  for (const field of ["passportNumber", "requiredDocuments { state }"])
    expect(topLevelErrorCodes(await ask(field))).toEqual(["INTERNAL_SERVER_ERROR"]);
});
