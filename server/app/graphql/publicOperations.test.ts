import { describe, expect, test } from "@jest/globals";
import { getNamedType, isObjectType, Kind, parse, type GraphQLObjectType } from "graphql";
import { isPublic, publicFields } from "./publicOperations";
import { resolvers } from "./resolvers";
import { makeSchemas } from "./schemas";

const { whole } = makeSchemas("schema");

/** Returns the object types that are reachable from a type. */
function typesBelow(type: GraphQLObjectType, found = new Set<string>()): Set<string> {
  if (found.has(type.name)) return found;
  found.add(type.name);
  for (const field of Object.values(type.getFields())) {
    const below = getNamedType(field.type);
    if (isObjectType(below)) typesBelow(below, found);
  }
  return found;
}

test("resolvers below public fields have no context parameter, so they cannot depend on the caller", () => {
  const fields = whole.getQueryType()!.getFields();
  const types = [...publicFields].flatMap((name) => {
    const type = getNamedType(fields[name]!.type);
    return isObjectType(type) ? [...typesBelow(type)] : [];
  });
  expect(types).toEqual(expect.arrayContaining(["SiteInfo", "Visa", "VisaCountry", "VisaConnection"]));
  const below = types.flatMap((name) =>
    Object.entries<unknown>({ ...(resolvers as Record<string, object>)[name] }),
  );
  // The third parameter is the context, which has the caller.
  const withContext = below.filter(([, resolve]) => typeof resolve !== "function" || resolve.length > 2);
  expect(withContext).toEqual([]);
});

describe("isPublic", () => {
  const isPublicText = (text: string) => {
    const [operation] = parse(text).definitions;
    if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error("No operation");
    return isPublic(operation);
  };

  test.each([
    "{ countries { name } }",
    "query ($url: String!) { visa(visaUrl: $url) { visaId } siteInfo { brand } }",
  ])("returns true if an operation only queries the catalogue: %s", (text) =>
    expect(isPublicText(text)).toBe(true),
  );

  test.each([
    "{ countries { name } me { name } }",
    '{ me: visa(visaUrl: "a") { visaId } visaRequest(visaRequestId: "a") { status } }',
    "{ __schema { types { name } } }",
    "{ countries { name } ...Mine } fragment Mine on Query { me { name } }",
    "{ ... on Query { me { name } } }",
    'mutation { requestOtp(input: { phoneNumber: "1" }) { userErrors { code } } }',
  ])("returns false if an operation does anything else: %s", (text) =>
    expect(isPublicText(text)).toBe(false),
  );
});
