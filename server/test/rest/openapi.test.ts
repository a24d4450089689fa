import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { Validator } from "@seriousme/openapi-schema-validator";
import { callRest, type RestAnswer } from "../kit/wire/callApi";
import { readOpenApi, type OpenApi, type Schema } from "../kit/wire/openApi";
import type { RestCountry } from "../kit/wire/restShapes";
import { TestServer } from "../kit/server/testServer";

let server: TestServer;
let api: OpenApi;
beforeAll(async () => {
  server = await TestServer.start({ BRAND_NAME: "Tripdesk", SUPPORT_EMAIL: "help@tripdesk.example" });
  api = await readOpenApi(server);
});
afterAll(() => server.dispose());

/** Returns all schemas in the document for which `passes` returns true, with their paths. */
function findAll(value: unknown, passes: (value: Schema) => boolean, place = ""): [string, Schema][] {
  if (typeof value !== "object" || value === null) return [];
  const inside = Object.entries(value).flatMap(([key, one]) => findAll(one, passes, `${place}/${key}`));
  const schema = value as Schema;
  return passes(schema) ? [[place, schema], ...inside] : inside;
}

const isObjectSchema = ({ type, properties }: Schema) => type === "object" && properties !== undefined;

describe("the document", () => {
  test("is valid OpenAPI 3.1", async () => {
    const validator = new Validator();
    expect(await validator.validate(structuredClone(api.document))).toEqual({ valid: true });
    expect([validator.version, api.document.openapi]).toEqual(["3.1", "3.1.0"]);
  });

  test("is served as JSON, for a path in any letter case and only for GET", async () => {
    const response = await fetch(`${server.url}/API/OpenAPI.json`);
    expect([response.status, response.headers.get("content-type")]).toEqual([
      200,
      "application/json; charset=utf-8",
    ]);
    expect(await response.json()).toEqual(api.document);
    const posted = await fetch(`${server.url}/api/openapi.json`, { method: "POST" });
    expect([posted.status, posted.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  });

  test("names the brand, and explains how to log in, send parameters and read errors", () => {
    const { info, servers, components } = api.document;
    expect([info.title, info.contact.email]).toEqual(["Tripdesk REST API", "help@tripdesk.example"]);
    for (const words of ["Log in", "Parameters", "any\nletter case", "405", "`Error`", "whole rupees"])
      expect(info.description).toContain(words);
    expect(servers).toMatchObject([{ url: "/" }]);
    expect(components.securitySchemes.bearer).toMatchObject({ type: "http", scheme: "bearer" });
  });

  test("lists exactly the calls of the contract", () => {
    expect(api.operations.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
      [
        "POST /api/payment/webhook",
        "POST /api/home/userotp",
        "POST /api/home/verifyotp",
        "GET /api/visa/getbycountry",
        "GET /api/visa/gettop",
        "GET /api/visa/getall",
        "GET /api/visa/getbycountryid",
        "GET /api/visa/{visa}",
        "POST /api/visaRequest/Create",
        "GET /api/visaRequest/{visaRequestId}",
        "GET /api/visaRequest/GetByUserId",
        "PUT /api/visaRequest",
        "POST /api/VisaApplicant/Create",
        "GET /api/VisaApplicant/GetByVisaRequest",
        "POST /api/Payment/Process",
        "GET /api/user/{userId}",
        "PUT /api/user",
      ].sort(),
    );
  });

  test("gives each call a unique name, and describes its purpose, parameters and errors", () => {
    const names = api.operations.map(({ described }) => described.operationId);
    expect(new Set(names).size).toBe(names.length);
    for (const { path, described } of api.operations) {
      expect([path, described.summary, described.description]).toEqual([
        path,
        expect.stringMatching(/^[A-Z].{5}/),
        expect.stringMatching(/^[A-Z].{10}/),
      ]);
      for (const [status, { description }] of Object.entries(described.responses))
        expect([path, status, description]).toEqual([path, status, expect.stringMatching(/^[A-Z].{5}/)]);
      for (const { name, description } of described.parameters)
        expect([path, name, description]).toEqual([path, name, expect.stringMatching(/^[`A-Z0-9].{3}/)]);
    }
  });

  test("describes each field", () => {
    const fields = findAll(api.document, isObjectSchema).flatMap(([place, { properties }]) =>
      Object.entries(properties!).map(([name, field]) => [`${place}/${name}`, field] as const),
    );
    expect(fields.length).toBeGreaterThan(100);
    const silent = fields.filter(([, field]) => !field.description && !field.$ref).map(([place]) => place);
    expect(silent).toEqual([]);
  });

  test("does not allow undescribed fields in a response", () => {
    const answers = { responses: api.operations.map(({ described }) => described.responses) };
    const objects = [
      ...findAll(answers, isObjectSchema),
      ...findAll(api.document.components.schemas, isObjectSchema),
    ];
    expect(objects.length).toBeGreaterThan(20);
    expect(objects.filter(([, schema]) => schema.additionalProperties !== false)).toEqual([]);
  });

  test("uses every shared schema, and describes the main schemas", () => {
    const { schemas } = api.document.components;
    const used = findAll(api.document, ({ $ref }) => $ref !== undefined).map(([, { $ref }]) => $ref);
    expect([...new Set(used)].sort()).toEqual(
      Object.keys(schemas)
        .map((name) => `#/components/schemas/${name}`)
        .sort(),
    );
    for (const name of ["Visa", "VisaCountry", "VisaRequest", "VisaApplicant", "User", "Error"])
      expect(schemas[name]!.description).toEqual(expect.any(String));
  });
});

describe("the comparison of a response with the document", () => {
  const path = "/api/visa/getbycountry";
  let right: RestAnswer<RestCountry>;
  beforeAll(async () => {
    right = await callRest<RestCountry>(server, "GET", `${path}?countryurl=vietnam`);
  });
  type Change = (answer: RestAnswer<RestCountry>) => void;
  /** Returns the deviations of the correct response after the change. */
  const findDeviations = (change: Change) => {
    const answer = { ...structuredClone({ status: right.status, body: right.body }), headers: right.headers };
    change(answer);
    return api.findDeviations("GET", path, answer).join();
  };

  test.each<[string, Change, string]>([
    ["nothing for a correct response", () => {}, ""],
    ["an additional field", ({ body }) => Object.assign(body.data.visas[0], { secret: 1 }), "additional"],
    ["a missing field", ({ body }) => Reflect.deleteProperty(body.data, "visaFAQs"), "visaFAQs"],
    ["a wrong type", ({ body }) => Object.assign(body.data, { lowestPrice: "1999" }), "lowestPrice"],
    ["half a rupee", ({ body }) => (body.data.lowestPrice = 0.5), "lowestPrice"],
    [
      "an unknown enum value",
      ({ body }) => Object.assign(body.data.visas[0], { processType: "EVISA" }),
      "processType",
    ],
    ["an id that is not a UUID", ({ body }) => (body.data.visaCountryId = "vietnam"), "uuid"],
    ["an undocumented status", (answer) => (answer.status = 402), "402"],
    ["an error status with a success body", (answer) => (answer.status = 404), "statusCode is 200"],
    ["a missing content type", (answer) => (answer.headers = new Headers()), "content type"],
  ])("reports %s", (_what, change, words) => {
    const faults = findDeviations(change);
    if (words === "") expect(faults).toBe("");
    else expect(faults).toContain(words);
  });

  test("reports success at an undocumented path or method", async () => {
    expect(api.findDeviations("GET", "/api/nothing", right)).toEqual(["the status is 200 and not 404"]);
    expect(api.findDeviations("DELETE", path, right)).toEqual(["the status is 200 and not 405"]);
  });

  test("reports a missing Retry-After header", () => {
    const body = { statusCode: 429, message: "Too many attempts" };
    const headers = new Headers({ "content-type": "application/json; charset=utf-8" });
    const answer = { status: 429, headers, body };
    expect(api.findDeviations("POST", "/api/home/userotp", answer)).toEqual([
      "the header Retry-After is missing",
    ]);
    headers.set("retry-after", "60");
    expect(api.findDeviations("POST", "/api/home/userotp", answer)).toEqual([]);
  });
});
