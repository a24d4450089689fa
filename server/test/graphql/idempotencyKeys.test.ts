import { once } from "node:events";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { encodeParts, RawClient, requestHead } from "../kit/wire/multipartKit";
import { makePng } from "../kit/files/makeImage";
import { toForm } from "../kit/stories/applicants";
import { makeSmallFiles, png, type PassportFiles } from "../kit/personas/applicantFiles";
import { callRest } from "../kit/wire/callApi";
import * as documents from "../kit/documents";
import { errorCodes, getUserErrors } from "../kit/wire/outcomes";
import { TestServer } from "../kit/server/testServer";
import { makeDetails, signedInTraveller, signIn, type Traveller } from "../kit/personas/traveller";
import { daysAhead } from "../kit/server/clock";

let server: TestServer;
let files: PassportFiles;
beforeAll(async () => {
  [server, files] = await Promise.all([TestServer.start(), makeSmallFiles()]);
});
afterAll(() => server.dispose());

let keys = 0;
const newKey = () => `key-${++keys}`;

describe("an application created with an idempotency key", () => {
  let traveller: Traveller;
  let visaId: string;
  beforeEach(async () => {
    traveller = await signIn(server);
    const { data } = await traveller.call(documents.visaId, {
      visaUrl: "egypt-30-days-tourist-visa-single-entry",
    });
    visaId = data.visa.visaId;
  });
  const countRequests = async () =>
    (await traveller.call(documents.myVisaRequests)).data.myVisaRequests.totalCount;

  test("is returned again if the call is repeated, even through REST or after a crash", async () => {
    const input = { visaId, travelDate: daysAhead(100), idempotencyKey: newKey() };
    const first = await traveller.do(documents.createVisaRequest, input);
    expect(await traveller.do(documents.createVisaRequest, input)).toEqual(first);
    await server.restart("SIGKILL");
    expect(await traveller.do(documents.createVisaRequest, input)).toEqual(first);
    const byRest = await callRest(server, "POST", "/api/visaRequest/Create", {
      token: traveller.token,
      headers: { "idempotency-key": input.idempotencyKey },
      json: { visaId, travelDate: daysAhead(100) },
    });
    expect(byRest.body.data).toBe(first.visaRequestId);
    expect(await countRequests()).toBe(1);
  });

  test("is created once by ten concurrent calls", async () => {
    const input = { visaId, idempotencyKey: newKey() };
    const made = await Promise.all(
      Array.from({ length: 10 }, () => traveller.do(documents.createVisaRequest, input)),
    );
    expect(new Set(made.map(({ visaRequestId }) => visaRequestId)).size).toBe(1);
    expect(await countRequests()).toBe(1);
  });

  test("is refused if the key was used with other input", async () => {
    const idempotencyKey = newKey();
    await traveller.do(documents.createVisaRequest, { visaId, idempotencyKey });
    const input = { visaId, travelDate: daysAhead(60), idempotencyKey };
    const other = await traveller.call(documents.createVisaRequest, { input });
    expect(other.data.createVisaRequest.visaRequest).toBeNull();
    expect(errorCodes(getUserErrors(other))).toEqual(["idempotencyKey: IDEMPOTENCY_CONFLICT"]);
    expect(await countRequests()).toBe(1);
  });

  test("is separate from one that another user creates with the same key", async () => {
    const input = { visaId, idempotencyKey: newKey() };
    const mine = await traveller.do(documents.createVisaRequest, input);
    const neighbour = await signIn(server);
    const theirs = await neighbour.do(documents.createVisaRequest, input);
    expect(theirs.visaRequestId).not.toBe(mine.visaRequestId);
    expect(theirs.userId).toBe(neighbour.userId);
  });

  test("can be retried with the same key after its errors are corrected", async () => {
    const idempotencyKey = newKey();
    const input = { visaId, travelDate: "2020-01-01", idempotencyKey };
    const refused = await traveller.call(documents.createVisaRequest, { input });
    expect(errorCodes(getUserErrors(refused))).toEqual(["travelDate: INVALID"]);
    await traveller.do(documents.createVisaRequest, { visaId, travelDate: daysAhead(60), idempotencyKey });
    expect(await countRequests()).toBe(1);
  });

  test("can have a key of 64 characters, but not of 65", async () => {
    await traveller.do(documents.createVisaRequest, { visaId, idempotencyKey: "k".repeat(64) });
    const input = { visaId, idempotencyKey: "k".repeat(65) };
    const answer = await traveller.call(documents.createVisaRequest, { input });
    expect(errorCodes(getUserErrors(answer))).toEqual(["idempotencyKey: TOO_LONG"]);
  });
});

describe("an applicant created with an idempotency key", () => {
  let traveller: Traveller;
  let input: Record<string, unknown>;
  let filesBefore: number;
  beforeEach(async () => {
    traveller = await signedInTraveller(server).withRequest();
    const { visaRequestId } = traveller.request;
    input = { visaRequestId, ...makeDetails(), idempotencyKey: newKey() };
    filesBefore = (await server.listFiles()).length;
  });

  /** Counts the applicants, and the files that the test has added. */
  async function count(): Promise<{ applicants: number; files: number }> {
    const { visaApplicants } = await traveller.readRequest();
    return { applicants: visaApplicants.length, files: (await server.listFiles()).length - filesBefore };
  }

  test("is returned again if the call is repeated with the same files, even through REST", async () => {
    const first = await traveller.do(documents.createVisaApplicant, input, files);
    const again = await traveller.do(documents.createVisaApplicant, input, files);
    expect(again.visaApplicantId).toBe(first.visaApplicantId);
    const { idempotencyKey, ...details } = input;
    const byRest = await callRest(server, "POST", "/api/VisaApplicant/Create", {
      token: traveller.token,
      headers: { "idempotency-key": String(idempotencyKey) },
      form: toForm(details, files),
    });
    expect(byRest.body).toEqual({ statusCode: 200, data: first.visaApplicantId });
    expect(await count()).toEqual({ applicants: 1, files: 3 });
  });

  test("is created once, with one set of files, by ten concurrent calls and another after a crash", async () => {
    const send = () => traveller.do(documents.createVisaApplicant, input, files);
    const made = await Promise.all(Array.from({ length: 10 }, send));
    await server.restart("SIGKILL");
    made.push(await send());
    expect(new Set(made.map(({ visaApplicantId }) => visaApplicantId)).size).toBe(1);
    expect(await count()).toEqual({ applicants: 1, files: 3 });
  });

  test("is refused if a detail or a file differs", async () => {
    await traveller.do(documents.createVisaApplicant, input, files);
    const otherFile = png(await makePng({ width: 200, height: 140, background: "#112233" }));
    const answers = [
      await traveller.call(documents.createVisaApplicant, { input: { ...input, firstName: "Usha" } }, files),
      await traveller.call(
        documents.createVisaApplicant,
        { input },
        { ...files, "input.passportFrontFile": otherFile },
      ),
      await traveller.call(
        documents.createVisaApplicant,
        { input },
        { ...files, "input.documentFiles.0": otherFile },
      ),
    ];
    for (const answer of answers)
      expect(errorCodes(getUserErrors(answer))).toEqual(["idempotencyKey: IDEMPOTENCY_CONFLICT"]);
    expect(await count()).toEqual({ applicants: 1, files: 3 });
  });

  test("can be retried with the same key after its errors are corrected", async () => {
    const { "input.profileFile": _forgotten, ...without } = files;
    const refused = await traveller.call(documents.createVisaApplicant, { input }, without);
    expect(errorCodes(getUserErrors(refused))).toEqual(["profileFile: FILE_REQUIRED"]);
    await traveller.do(documents.createVisaApplicant, input, files);
    expect(await count()).toEqual({ applicants: 1, files: 3 });
  });

  test("is created once if the connection breaks before the response and the client retries", async () => {
    const { idempotencyKey, ...details } = input;
    const parts = [
      ...Object.entries(details).map(([name, value]) => ({ name, content: String(value) })),
      ...Object.entries(files).map(([place, { name, type, bytes }]) => ({
        name: place.split(".")[1]!,
        filename: name,
        type,
        content: Buffer.from(bytes),
      })),
    ];
    const body = encodeParts(parts);
    const headers = {
      Authorization: `Bearer ${traveller.token}`,
      "Idempotency-Key": String(idempotencyKey),
      "Content-Length": body.length,
    };
    const client = new RawClient(Number(new URL(server.url).port));
    client.socket.write(requestHead("/api/VisaApplicant/Create", headers));
    const written = new Promise((resolve) => client.socket.write(body, resolve));
    await written;
    client.destroy();
    await once(client.socket, "close");

    const made = await traveller.do(documents.createVisaApplicant, input, files);
    // The restart waits for the first call, which may still be running.
    await server.restart();
    expect((await traveller.readRequest()).visaApplicants).toHaveLength(1);
    expect(await traveller.do(documents.createVisaApplicant, input, files)).toMatchObject({
      visaApplicantId: made.visaApplicantId,
    });
    expect(await count()).toEqual({ applicants: 1, files: 3 });
  });
});
