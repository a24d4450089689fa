import { beforeAll, describe, expect, test } from "@jest/globals";
import { toForm } from "../kit/stories/applicants";
import { jpeg, makeSmallFiles, type PassportFiles } from "../kit/personas/applicantFiles";
import { callRest, type TestFile } from "../kit/wire/callApi";
import * as documents from "../kit/documents";
import { changingNothing } from "../kit/stories/paying";
import { readTables } from "../kit/data/readTables";
import { RunningServer } from "../kit/server/runningServer";
import { makeDetails, signedInTraveller, type Traveller } from "../kit/personas/traveller";
import { daysAhead } from "../kit/server/clock";

let server: RunningServer;
let files: PassportFiles;
let traveller: Traveller;
beforeAll(async () => {
  server = RunningServer.shared();
  files = await makeSmallFiles();
  traveller = await signedInTraveller(server).withRequest();
});

describe("an upload", () => {
  const upload = (extra: Record<string, TestFile>, token?: string, details: Record<string, string> = {}) => {
    const { visaRequestId } = traveller.request;
    const form = toForm({ visaRequestId, ...makeDetails(details) }, { ...files, ...extra });
    return callRest(server, "POST", "/api/VisaApplicant/Create", { token, form });
  };

  test("with a file over 5 MB gets 413 with the file's name; a request over 30 MB also gets 413", async () => {
    const big = jpeg(Buffer.alloc(5 * 1024 * 1024 + 1, 1), "big.jpg");
    const huge = jpeg(Buffer.alloc(5 * 1024 * 1024, 1), "huge.jpg");
    const papers = Object.fromEntries([0, 1, 2, 3, 4, 5, 6].map((at) => [`input.documentFiles.${at}`, huge]));
    await changingNothing(server, async () => {
      const one = await upload({ "input.passportFrontFile": big }, traveller.token);
      expect([one.status, one.body]).toEqual([
        413,
        {
          statusCode: 413,
          message: "The selected file must be 5 MB or smaller",
          errors: [expect.objectContaining({ field: "passportFrontFile", code: "FILE_TOO_LARGE" })],
        },
      ]);
      // The oversized file determines the status and the message, even if there are other errors.
      const beside = await upload({ "input.passportFrontFile": big }, traveller.token, { title: "Sir" });
      expect([beside.status, beside.body.message]).toEqual([413, one.body.message]);
      expect(beside.body.errors).toContainEqual({
        field: "title",
        code: "INVALID",
        message: "Title must be one of Mr., Mrs., Ms., Miss, Master, Dr.",
      });
      const all = await upload(papers, traveller.token);
      expect([all.status, all.body.statusCode]).toEqual([413, 413]);
    });
  });

  test("without files is refused with the documented message for each file", async () => {
    const { token, request } = traveller;
    const json = { visaRequestId: request.visaRequestId, ...makeDetails() };
    const answer = await callRest(server, "POST", "/api/VisaApplicant/Create", { token, json });
    expect(answer.status).toBe(400);
    expect(answer.body.errors.map(({ message }) => message)).toEqual([
      "Please upload profile photo",
      "Please upload passport frontside image",
      "Please upload passport backside image",
    ]);
  });

  test("to an open path gets 401 without a session", async () => {
    const form = toForm({ phoneNumber: "+919876543210" }, files);
    expect((await callRest(server, "POST", "/api/home/userotp", { form })).status).toBe(401);
  });

  test("without a session gets 401", async () => {
    expect((await changingNothing(server, () => upload({}))).status).toBe(401);
  });
});

test("every path except login and catalogue requires a valid token", async () => {
  const leaving = await signedInTraveller(server).withRequest();
  const { token, request, userId } = leaving;
  const { visaId, visaRequestId } = request;
  const paymentGatewayNo = "pay_AAAAAAAAAAAAAA";
  const calls = [
    ["POST", "/api/visaRequest/Create", { visaId }],
    ["GET", `/api/visaRequest/${visaRequestId}`, undefined],
    ["GET", `/api/visaRequest/GetByUserId?id=${userId}`, undefined],
    ["PUT", "/api/visaRequest", { visaRequestId, paymentGatewayNo }],
    ["POST", "/api/VisaApplicant/Create", { visaRequestId }],
    ["GET", `/api/VisaApplicant/GetByVisaRequest?visaRequestId=${visaRequestId}`, undefined],
    ["POST", `/api/Payment/Process?Amount=${request.totalPrice}`, undefined],
    ["GET", `/api/user/${userId}`, undefined],
    ["PUT", "/api/user", { userId, name: "Asha", phoneNumber: "9876543210" }],
  ] as const;
  const signature = token.split(".")[2]!;
  const forged = token.replace(signature, signature.split("").reverse().join(""));
  await changingNothing(server, async () => {
    for (const bad of [undefined, "nonsense", forged])
      for (const [method, path, json] of calls) {
        const { status, body } = await callRest(server, method, path, { token: bad, json });
        expect([method, path, status, body]).toEqual([
          method,
          path,
          401,
          { statusCode: 401, message: "Please log in" },
        ]);
      }
  });
  const reads = calls.filter(([method]) => method === "GET");
  const statuses = () =>
    Promise.all(reads.map(async ([, path]) => (await callRest(server, "GET", path, { token })).status));
  expect(await statuses()).toEqual([200, 200, 200, 200]);
  await leaving.call(documents.logout);
  expect(await statuses()).toEqual([401, 401, 401, 401]);
});

describe("the header Idempotency-Key", () => {
  test("makes ten concurrent calls create one application, and is refused with other input", async () => {
    const { token, request } = traveller;
    const create = (json: object) =>
      callRest<string>(server, "POST", "/api/visaRequest/Create", {
        token,
        json,
        headers: { "idempotency-key": "trip-1" },
      });
    const travelDay = daysAhead(100);
    const json = { visaId: request.visaId, travelDate: travelDay };
    const answers = await Promise.all(Array.from({ length: 10 }, () => create(json)));
    expect(new Set(answers.map(({ body }) => body.data)).size).toBe(1);
    const { visa_request: rows } = await readTables(server, ["visa_request"]);
    expect(rows.filter(({ travelDate }) => travelDate === travelDay)).toHaveLength(1);

    const other = await changingNothing(server, () => create({ ...json, travelDate: daysAhead(101) }));
    expect([other.status, other.body.errors[0].code]).toEqual([409, "IDEMPOTENCY_CONFLICT"]);
  });

  test("makes a repeated call return the first applicant, and may have up to 64 characters", async () => {
    const { token, request } = traveller;
    const details = { visaRequestId: request.visaRequestId, ...makeDetails() };
    const create = (key: string) =>
      callRest(server, "POST", "/api/VisaApplicant/Create", {
        token,
        form: toForm(details, files),
        headers: { "idempotency-key": key },
      });
    const [first, again] = [await create("a".repeat(64)), await create("a".repeat(64))];
    expect([first.status, again.body]).toEqual([200, first.body]);
    expect((await create("a".repeat(65))).body.errors).toMatchObject([{ code: "TOO_LONG" }]);
    expect((await create("another")).body.errors).toMatchObject([
      { field: "passportNumber", code: "CONFLICT" },
    ]);
  });
});
