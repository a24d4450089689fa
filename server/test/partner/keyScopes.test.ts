import { beforeAll, describe, expect, test } from "@jest/globals";
import { scopeFor, scopes, type Action } from "../../core/access.rules";
import { readTables } from "../kit/data/readTables";
import * as documents from "../kit/documents";
import { makeSmallFiles } from "../kit/personas/applicantFiles";
import { TestPartner, type Scope } from "../kit/personas/partner";
import { toStory, type Traveller } from "../kit/personas/traveller";
import { RunningServer } from "../kit/server/runningServer";
import { callRest } from "../kit/wire/callApi";
import { topLevelErrorCodes } from "../kit/wire/outcomes";
import {
  listFields,
  listMandatoryFilePlaces,
  operationFor,
  readSchema,
  variablesFor,
} from "../kit/wire/schemaWalk";

/** Sends every operation of the schema, including those of staff, with a key of each scope. */

const schema = readSchema();
const operations = (["query", "mutation"] as const).flatMap((kind) =>
  listFields(kind === "query" ? schema.getQueryType() : schema.getMutationType()).map((field) => ({
    kind,
    field,
    name: field.name as Action,
  })),
);

let server: RunningServer;
let partner: TestPartner;
const programs = new Map<string, Traveller>();
beforeAll(async () => {
  server = RunningServer.shared();
  partner = await TestPartner.create(server);
  for (const scope of scopes) programs.set(scope, await partner.programWith(scope.toUpperCase() as Scope));
});

describe.each(scopes)("a key with the scope %s", (scope) => {
  test.each(operations)("reaches $name only if this scope allows it", async ({ kind, field, name }) => {
    const places = listMandatoryFilePlaces(field);
    const files = await makeSmallFiles();
    const sent = Object.fromEntries(places.map((place) => [place, files["input.profileFile"]]));
    const program = programs.get(scope)!;
    const text = operationFor(kind, field, []);
    const answer = await program.call(text, variablesFor(field), places.length > 0 ? sent : undefined);
    const needed = scopeFor(name);
    const code = needed === undefined ? "NOT_FOR_KEYS" : needed === scope ? undefined : "SCOPE_MISSING";
    if (code) {
      expect([answer.status, topLevelErrorCodes(answer), answer.data]).toEqual([403, [code], undefined]);
      if (needed) expect(answer.errors![0]!.message).toContain(`scope ${needed}`);
    } else
      for (const refusal of ["NOT_FOR_KEYS", "SCOPE_MISSING", "UNAUTHENTICATED", "FORBIDDEN"])
        expect(topLevelErrorCodes(answer)).not.toContain(refusal);
  });
});

test("an operation with several fields runs none of them unless the key may call all of them", async () => {
  const reader = programs.get("read")!;
  for (const text of [
    "query { siteInfo { brand } ... on Query { me { userId } } }",
    "query { myVisaRequests { totalCount } ...others } fragment others on Query { alias: staffMe { staffId } }",
  ])
    expect(topLevelErrorCodes(await reader.call(text))).toEqual(["NOT_FOR_KEYS"]);
  const mixed =
    'mutation { cancelVisaRequest(input: { visaRequestId: "1" }) { __typename } logout { loggedOut } }';
  expect(topLevelErrorCodes(await programs.get("apply")!.call(mixed))).toEqual(["NOT_FOR_KEYS"]);
});

test("a key sees the schema without staff operations", async () => {
  const { data } = await programs
    .get("webhooks")!
    .call<{ __schema: { queryType: { fields: { name: string }[] } } }>(
      "{ __schema { queryType { fields { name } } } }",
    );
  const names = data.__schema.queryType.fields.map(({ name }) => name);
  expect(names).toContain("myVisaRequests");
  expect(names.filter((name) => name.startsWith("staff"))).toEqual([]);
});

test("REST rejects a key without the scope, and its envelope contains the error code", async () => {
  const token = programs.get("read")!.token;
  const get = async (path: string) => {
    const { status, body } = await callRest(server, "GET", path, { token });
    return { status, ...(body as unknown as { code?: string; scope?: string }) };
  };
  expect(await get("/api/visa/getall")).toMatchObject({ status: 200 });
  expect(await get(`/api/visaRequest/GetByUserId?id=${partner.partnerId}`)).toMatchObject({ status: 200 });
  expect(await get(`/api/user/${partner.partnerId}`)).toMatchObject({ status: 403, code: "NOT_FOR_KEYS" });
  const created = await callRest(server, "POST", "/api/visaRequest/Create", { token, json: {} });
  expect([created.status, created.body]).toEqual([
    403,
    expect.objectContaining({ code: "SCOPE_MISSING", scope: "apply" }),
  ]);
});

test("a key with all scopes can create an application and pay for it", async () => {
  const program = await toStory(await partner.programWith())
    .withRequest()
    .withApplicant()
    .paid();
  const request = await program.readRequest();
  expect(request).toMatchObject({ paymentStatus: "PAID", visaRequestStatus: "SUBMITTED" });
  const { visa_request, audit_event } = await readTables(server, ["visa_request", "audit_event"]);
  const { visaRequestId } = request;
  const row = visa_request.find((one) => one.visaRequestId === visaRequestId)!;
  expect(row).toMatchObject({ userId: partner.partnerId, leadSource: "PARTNER", email: null });
  const keyId = (await partner.read()).keys[0].partnerKeyId;
  const events = audit_event.filter((event) => event.visaRequestId === visaRequestId);
  const byProgram = events.filter(({ actorKind }) => actorKind === "PARTNER");
  expect(byProgram.map(({ action }) => action)).toEqual(
    expect.arrayContaining(["REQUEST_CREATED", "APPLICANT_CREATED", "ORDER_MADE"]),
  );
  expect(new Set(byProgram.map(({ actorId }) => actorId))).toEqual(new Set([keyId]));
  expect(events.filter(({ actorKind }) => actorKind === "USER")).toEqual([]);

  const [{ profileSrc }] = request.visaApplicants;
  const open = () => fetch(server.url + profileSrc).then(({ status }) => status);
  expect(await open()).toBe(200);
  const { data } = await program.call<{ visaRequest: { accessLog: { actor: string; action: string }[] } }>(
    "query ($id: ID!) { visaRequest(visaRequestId: $id) { accessLog { actor action } } }",
    { id: visaRequestId },
  );
  expect(data.visaRequest.accessLog).toEqual([
    { actor: "YOU", action: "FILE_SEEN" },
    { actor: "YOU", action: "APPLICANT_CREATED" },
  ]);
  await partner.owner.do(documents.endPartnerKey, { partnerKeyId: keyId });
  expect(await open()).toBe(404);
});
