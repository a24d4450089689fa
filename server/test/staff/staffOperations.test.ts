import { beforeAll, describe, expect, test } from "@jest/globals";
import { isObjectType } from "graphql";
import { makeSmallFiles } from "../kit/personas/applicantFiles";
import { callGraphql, type GraphqlAnswer, type TestFile } from "../kit/wire/callApi";
import { topLevelErrorCodes } from "../kit/wire/outcomes";
import {
  listFields,
  listMandatoryFilePlaces,
  operationFor,
  readSchema,
  typesBehind,
  variablesFor,
  type Field,
} from "../kit/wire/schemaWalk";
import { signInStaff } from "../kit/personas/staff";
import { RunningServer } from "../kit/server/runningServer";
import { signedInTraveller, signIn, newPhoneNumber } from "../kit/personas/traveller";

/** Generated from the schema, so that new staff operations are covered. */

const whole = readSchema();
const open = readSchema("open");
const kinds = ["query", "mutation"] as const;
type Kind = (typeof kinds)[number];

function rootsOf(schema: typeof whole, kind: Kind): Field[] {
  return listFields(kind === "query" ? schema.getQueryType() : schema.getMutationType());
}

const operations = kinds.flatMap((kind) =>
  rootsOf(whole, kind)
    .filter(({ name }) => name.startsWith("staff"))
    .map((field) => ({ kind, field, name: field.name })),
);

let server: RunningServer;
let smallPng: TestFile;
let tokens: Record<"traveller" | "former staff member", string>;
beforeAll(async () => {
  server = RunningServer.shared();
  smallPng = (await makeSmallFiles())["input.passportBackFile"]!;
  const traveller = await signedInTraveller(server).withRequest();
  const removed = await signInStaff(server, newPhoneNumber());
  const { stdout } = await server.runCommand("staff", "remove", removed.phoneNumber);
  expect(stdout).toContain("Removed");
  // Signs in again, now as a traveller.
  const again = await signIn(server, removed.phoneNumber);
  tokens = { traveller: traveller.token, "former staff member": again.token };
});

async function call(kind: Kind, field: Field, token?: string): Promise<GraphqlAnswer<unknown>> {
  const places = listMandatoryFilePlaces(field);
  const files = places.length > 0 ? Object.fromEntries(places.map((place) => [place, smallPng])) : undefined;
  const variables = variablesFor(field);
  return callGraphql<unknown>(server, operationFor(kind, field, []), { variables, token, files });
}

/** Returns the values that a response reveals. Null reveals nothing: operations also return it if they find nothing. */
function shownIn({ data }: GraphqlAnswer<unknown>): unknown[] {
  return Object.values(data ?? {}).filter((value) => value !== null);
}

test("the open schema hides exactly the operations whose names begin with staff", () => {
  expect(operations.map(({ name }) => name)).toContain("staffMe");
  const hidden = kinds.flatMap((kind) => {
    const shown = new Set(rootsOf(open, kind).map(({ name }) => name));
    return rootsOf(whole, kind).filter(({ name }) => !shown.has(name));
  });
  expect(hidden.map(({ name }) => name).sort()).toEqual(operations.map(({ name }) => name).sort());
});

test("every hidden type is reachable from a staff operation", () => {
  const shown = new Set(Object.keys(open.getTypeMap()));
  const theirs = Object.values(whole.getTypeMap()).filter(
    (type) => isObjectType(type) && !shown.has(type.name),
  );
  const behind = new Set(operations.flatMap(({ field }) => [...typesBehind(field)]));
  expect(theirs.map(({ name }) => name).filter((name) => !behind.has(name))).toEqual([]);
});

describe.each(operations)("$name", ({ kind, field }) => {
  test("has a description", () => {
    expect(field.description?.length ?? 0).toBeGreaterThan(20);
  });

  test("asks a visitor to log in", async () => {
    const answer = await call(kind, field);
    expect(shownIn(answer)).toEqual([]);
    expect(topLevelErrorCodes(answer)).toEqual(["UNAUTHENTICATED"]);
  });

  test.each(["traveller", "former staff member"] as const)("returns FORBIDDEN to a %s", async (who) => {
    const answer = await call(kind, field, tokens[who]);
    expect(shownIn(answer)).toEqual([]);
    expect(topLevelErrorCodes(answer)).toEqual(["FORBIDDEN"]);
  });
});
