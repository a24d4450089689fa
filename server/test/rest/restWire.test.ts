import { beforeAll, describe, expect, test } from "@jest/globals";
import { toForm } from "../kit/stories/applicants";
import { makeSmallFiles, type PassportFiles } from "../kit/personas/applicantFiles";
import { callRest } from "../kit/wire/callApi";
import type { RestRequest } from "../kit/wire/restShapes";
import { changingNothing } from "../kit/stories/paying";
import { RunningServer } from "../kit/server/runningServer";
import { makeDetails, newPhoneNumber, signedInTraveller, type Traveller } from "../kit/personas/traveller";
import { daysAhead } from "../kit/server/clock";

let server: RunningServer;
let files: PassportFiles;
let traveller: Traveller;
beforeAll(async () => {
  server = RunningServer.shared();
  files = await makeSmallFiles();
  traveller = await signedInTraveller(server).withRequest();
});

/** All ways to send parameters. */
const ways = ["query", "JSON", "urlencoded", "multipart"] as const;
type Params = Record<string, string>;

async function send(
  way: (typeof ways)[number],
  method: string,
  path: string,
  params: Params,
  token?: string,
) {
  const query = new URLSearchParams(params);
  if (way === "query") return callRest(server, method, `${path}?${query}`, { token });
  if (way === "JSON") return callRest(server, method, path, { token, json: params });
  if (way === "multipart") return callRest(server, method, path, { token, form: toForm(params) });
  return sendRaw(method, path, "application/x-www-form-urlencoded", query.toString(), token);
}

function sendRaw(method: string, path: string, type: string, text: string, token?: string) {
  return callRest(server, method, path, { token, text, headers: { "content-type": type } });
}

describe.each(ways)("parameters sent as %s", (way) => {
  test("are read, with names and paths in any letter case", async () => {
    const { token, request, userId, phoneNumber } = traveller;
    const created = await send(way, "POST", "/api/visaRequest/Create", { visaId: request.visaId }, token);
    expect(created.body).toEqual({ statusCode: 200, data: expect.any(String) });
    const path = "/API/VISAREQUEST/create/";
    const again = await send(way, "POST", path, { VISAID: request.visaId, travelDATE: daysAhead(60) }, token);
    const read = await callRest<RestRequest>(server, "GET", `/Api/visarequest/${String(again.body.data)}`, {
      token,
    });
    expect(read.body.data.travelDate).toBe(daysAhead(60));

    const profile = { userId, name: `Asha by ${way}`, email: "a@example.com", phoneNumber };
    const saved = await send(way, "PUT", "/api/USER", profile, token);
    expect(saved.body.data).toEqual(profile);
    const order = await send(way, "POST", "/api/payment/process", { Amount: "0", visaRequestId: "x" }, token);
    expect(order.status).toBe(404);
  });

  test("are accepted for a login, except as multipart, because visitors cannot upload", async () => {
    const phoneNumber = newPhoneNumber();
    const sent = await send(way, "POST", "/api/home/userotp", { phoneNumber, userType: "Customer" });
    if (way === "multipart") return expect(sent.body).toEqual({ statusCode: 401, message: "Please log in" });
    expect(sent.body).toEqual({ statusCode: 200 });
    const otp = await server.readCode(phoneNumber);
    const verified = await send(way, "POST", "/api/home/verifyotp", {
      phoneNumber,
      otp,
      userType: "Customer",
    });
    expect(verified.body).toMatchObject({ statusCode: 200, token: expect.any(String) });
  });
});

test("a parameter with a control character is refused with its name, however it is sent", async () => {
  for (const way of ways) {
    const profile = { userId: traveller.userId, name: "Asha\u0000", email: "", phoneNumber: "" };
    const { status, body } = await send(way, "PUT", "/api/user", profile, traveller.token);
    expect([way, status, body.errors]).toEqual([way, 400, [expect.objectContaining({ field: "name" })]]);
  }
});

describe("a repeated parameter", () => {
  const path = "/api/visaRequest/Create";
  const form = "application/x-www-form-urlencoded";

  test("counts once if its values are equal", async () => {
    const { token, request } = traveller;
    const twice = `visaId=${request.visaId}&visaid=${request.visaId}&visaId=${request.visaId}`;
    expect((await callRest(server, "POST", `${path}?${twice}`, { token })).status).toBe(200);
    expect((await sendRaw("POST", path, form, twice, token)).status).toBe(200);
    const both = await callRest(server, "POST", `${path}?visaId=${request.visaId}`, {
      token,
      json: { visaId: request.visaId },
    });
    expect(both.status).toBe(200);
  });

  test("is refused if its values differ, however it is sent", async () => {
    const { token, request } = traveller;
    const { visaId } = request;
    const differ = `visaId=${visaId}&VisaId=other`;
    const multipart = toForm({ visaId });
    multipart.append("visaId", "other");
    const answers = await changingNothing(server, () =>
      Promise.all([
        callRest(server, "POST", `${path}?${differ}`, { token }),
        callRest(server, "POST", `${path}?visaId=${visaId}&visaId=other`, { token }),
        sendRaw("POST", path, form, differ, token),
        callRest(server, "POST", path, { token, form: multipart }),
        callRest(server, "POST", `${path}?visaId=other`, { token, json: { visaId } }),
        callRest(server, "POST", path, { token, json: { visaId: [visaId] } }),
        callRest(server, "POST", path, { token, json: { visaId: { is: visaId } } }),
      ]),
    );
    for (const { status, body } of answers)
      expect([status, body.errors[0].code, body.errors[0].field.toLowerCase()]).toEqual([
        400,
        "INVALID",
        "visaid",
      ]);
  });

  test("is refused if it is a file", async () => {
    const { token, request } = traveller;
    const { visaRequestId } = request;
    const form = toForm({ visaRequestId, ...makeDetails() }, files);
    form.append("profileFile", new Blob(["x"], { type: "image/jpeg" }), "second.jpg");
    const answer = await callRest(server, "POST", "/api/VisaApplicant/Create", { token, form });
    expect([answer.status, answer.body.errors]).toEqual([
      400,
      [{ field: "profileFile", code: "INVALID", message: "profileFile is given more than once" }],
    ]);
  });
});

test.each([
  ["GET", "/api/home/userotp", "POST"],
  ["PUT", "/api/home/verifyotp", "POST"],
  ["POST", "/api/visa/getbycountry", "GET, HEAD"],
  ["GET", "/api/visaRequest/Create", "POST"],
  ["DELETE", "/API/visarequest", "PUT"],
  ["GET", "/api/visaRequest/", "PUT"],
  ["POST", "/api/visaRequest/GetByUserId", "GET, HEAD"],
  ["PATCH", "/api/visaRequest/some-id", "GET, HEAD"],
  ["GET", "/api/VisaApplicant/Create", "POST"],
  ["PUT", "/api/VisaApplicant/GetByVisaRequest", "GET, HEAD"],
  ["GET", "/api/Payment/Process", "POST"],
  ["POST", "/api/user", "PUT"],
  ["PUT", "/api/user/some-id", "GET, HEAD"],
])("%s %s gets 405 with Allow: %s", async (method, path, allow) => {
  const { status, headers, body } = await callRest(server, method, path);
  expect([status, headers.get("allow")]).toEqual([405, allow]);
  expect(body).toEqual({ statusCode: 405, message: expect.any(String) });
});

test("a call without a session or with an unknown key causes 401 with WWW-Authenticate", async () => {
  for (const token of [undefined, "vp_live_unknown"]) {
    const { status, headers } = await callRest(server, "GET", "/api/visaRequest/some-id", { token });
    expect([status, headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
  }
});

test("an unknown path under /api gets 404 in JSON, for any method, body and caller", async () => {
  const unknown = { statusCode: 404, message: "There is no such path" };
  const { token } = traveller;
  const answers = [
    await callRest(server, "GET", "/api/nothing", { headers: { accept: "text/html" } }),
    await callRest(server, "DELETE", "/api/visaRequest/a/b/c", { token }),
    await callRest(server, "POST", "/api/Home/nothing", { form: toForm({ a: 1 }) }),
    await sendRaw("PUT", "/api/nothing", "application/json", "{"),
  ];
  for (const { status, body } of answers) expect([status, body]).toEqual([404, unknown]);
});

test("multipart is recognised in any letter case of the content type, and ignored for GET", async () => {
  const { token, request } = traveller;
  const type = "Multipart/Form-Data; boundary=x";
  const part = `--x\r\nContent-Disposition: form-data; name="visaId"\r\n\r\n${request.visaId}\r\n--x--\r\n`;
  const create = (by?: string) => sendRaw("POST", "/api/visaRequest/Create", type, part, by);
  expect((await create(token)).body).toEqual({ statusCode: 200, data: expect.any(String) });
  expect((await create()).status).toBe(401);
  expect((await sendRaw("POST", "/api/home/userotp", type, part)).status).toBe(401);
  const headers = { "content-type": type };
  expect((await callRest(server, "GET", "/api/visa/getall", { headers })).status).toBe(200);
});

test("an unreadable body causes 400, 413 or 415 in JSON without details of the server", async () => {
  const { token } = traveller;
  const put = (type: string, body: string) => sendRaw("PUT", "/api/user", type, body, token);
  const json = "application/json";
  const answers = [
    [await put(json, "{"), 400, "Invalid JSON in the body"],
    [await put(json, '{"name": "a",}'), 400, "Invalid JSON in the body"],
    [await put(json, ""), 400, "The body is empty"],
    [await put(json, "[1]"), 400, "The body must be a JSON object"],
    [await put(json, '"name"'), 400, "The body must be a JSON object"],
    [await put("text/xml", "<name/>"), 415, "This content type is not accepted here"],
    [await put(json, JSON.stringify({ name: "a".repeat(200_000) })), 413, "The body is too large"],
  ] as const;
  for (const [answer, status, message] of answers)
    expect([answer.status, answer.body]).toEqual([status, { statusCode: status, message }]);
  const broken = await put("multipart/form-data; boundary=x", "no part at all");
  expect([broken.status, broken.body.statusCode]).toEqual([400, 400]);
});
