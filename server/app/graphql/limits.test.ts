import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { getIntrospectionQuery, Kind, Lexer, parse, Source, specifiedRules, TokenKind } from "graphql";
import { print, validate, visit, type OperationDefinitionNode } from "graphql";
import { readSchema } from "../../test/kit/wire/schemaWalk";
import { operationCost } from "../../platform/graphql/limits/operationCost";
import { limits, type LimitName } from "../../platform/graphql/limits/limits.rules";
import { measureShape, shapeRule } from "../../platform/graphql/limits/shapeRule";

const schema = readSchema();

function weigh(query: string, variables: Record<string, unknown> = {}) {
  const document = parse(query);
  const operation = document.definitions.find(({ kind }) => kind === Kind.OPERATION_DEFINITION);
  return operationCost(schema, document, operation as OperationDefinitionNode, variables);
}

/** Returns the operation's value for every limit. */
function measure(query: string, variables: Record<string, unknown> = {}): Record<LimitName, number> {
  const document = parse(query);
  const operation = document.definitions.find(({ kind }) => kind === Kind.OPERATION_DEFINITION);
  const shape = measureShape(document, operation as OperationDefinitionNode);
  const { cost, introspectionCost } = weigh(query, variables);
  return { tokens: countTokens(query), ...shape, cost, introspectionCost };
}

function countTokens(query: string): number {
  const lexer = new Lexer(new Source(query));
  let count = 0;
  while (lexer.advance().kind !== TokenKind.EOF) count++;
  return count;
}

/** The client's operations and fragments, by name. */
const definitions = new Map(
  readdirSync("client", { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".graphql"))
    .flatMap((path) => parse(readFileSync(join("client", path), "utf8")).definitions)
    .filter((definition) => "name" in definition && definition.name !== undefined)
    .map((definition) => [(definition as OperationDefinitionNode).name!.value, definition]),
);

/** Returns the operation with its fragments, as the client sends it. */
function withFragments(name: string, needed = new Set<string>()): string {
  needed.add(name);
  visit(definitions.get(name)!, {
    FragmentSpread(spread) {
      if (!needed.has(spread.name.value)) withFragments(spread.name.value, needed);
    },
  });
  return [...needed].map((each) => print(definitions.get(each)!)).join("\n");
}

const operations = [...definitions.keys()].filter(
  (name) => definitions.get(name)!.kind === Kind.OPERATION_DEFINITION,
);

/**
 * Factor by which an operation must be able to grow before it reaches the limit. Depth rarely grows, and a staff case
 * will always have the most fields.
 */
const growthOf = (limit: LimitName) => (limit === "depth" || limit === "fields" ? 1.5 : 2);

describe("the client's operations", () => {
  test("are found", () => {
    expect(operations.length).toBeGreaterThan(20);
  });

  test.each(operations)("can grow without reaching a limit: %s", (name) => {
    const query = withFragments(name);
    expect(validate(schema, parse(query), [...specifiedRules, shapeRule])).toEqual([]);
    // Uses the longest possible page.
    const found = measure(query, { first: 100 });
    for (const limit of Object.keys(found) as LimitName[])
      expect([name, limit, found[limit] * growthOf(limit) <= limits[limit], found[limit]]).toEqual([
        name,
        limit,
        true,
        found[limit],
      ]);
    expect(weigh(query).oncePerOperation.length).toBeLessThanOrEqual(1);
  });
});

test("full introspection is within the limits", () => {
  const query = getIntrospectionQuery({
    descriptions: true,
    specifiedByUrl: true,
    directiveIsRepeatable: true,
    schemaDescription: true,
    inputValueDeprecation: true,
    oneOf: true,
  });
  expect(validate(schema, parse(query), [...specifiedRules, shapeRule])).toEqual([]);
  const found = measure(query);
  expect(found.introspectionCost).toBeGreaterThan(10_000);
  for (const limit of Object.keys(found) as LimitName[])
    expect(found[limit]).toBeLessThanOrEqual(limits[limit]);
});

describe("the cost", () => {
  test("multiplies each field by the lengths of the lists above it", () => {
    expect(weigh("{ countries(first: 10) { name countryUrl } }").cost).toBe(1 + 10 * 2);
    expect(weigh("{ countries { name } }").cost).toBe(1 + 250);
    expect(weigh("{ countries(first: 10) { visas { visaId } } }").cost).toBe(1 + 10 * (1 + 8));
    expect(weigh('{ country(countryUrl: "oman") { visaFAQs { question } } }').cost).toBe(1 + 1 + 5);
    expect(weigh('{ visa(visaUrl: "x") { country { name } } }').cost).toBe(3);
  });

  test("applies a page's length to the lists in the page", () => {
    expect(
      weigh("{ visas(first: 7) { nodes { visaId } edges { cursor node { visaId } } totalCount } }").cost,
    ).toBe(1 + (1 + 7) + (1 + 7 * 3) + 1);
    expect(weigh("{ myVisaRequests { nodes { visaRequestId } } }").cost).toBe(10 + 1 + 20);
  });

  test("takes the length from variables, their defaults or the schema's defaults", () => {
    const named = "query ($n: Int) { countries(first: $n) { name } }";
    expect(weigh(named, { n: 3 }).cost).toBe(4);
    expect(weigh(named, { n: 3 }).dependsOnVariables).toBe(true);
    expect(weigh(named).cost).toBe(251);
    expect(weigh(named, { n: null }).cost).toBe(251);
    expect(weigh("query ($n: Int = 2) { countries(first: $n) { name } }").cost).toBe(3);
    expect(weigh("{ countries(first: 3) { name } }").dependsOnVariables).toBe(false);
  });

  test.each([1e9, -1e9, Number.NaN, "many", [1], { n: 1 }, true])(
    "uses a default instead of the invalid length %j",
    (n) => {
      const { cost } = weigh("query ($n: Int) { countries(first: $n) { name } }", { n });
      expect(cost).toBeGreaterThanOrEqual(2);
      expect(cost).toBeLessThanOrEqual(251);
    },
  );

  test("counts a fragment each time it is spread, without expanding it", () => {
    const doubling = Array.from(
      { length: 60 },
      (_, i) => `fragment F${i} on Query { ...F${i + 1} ...F${i + 1} }`,
    );
    const query = `{ ...F0 } ${doubling.join(" ")} fragment F60 on Query { me { name } }`;
    expect(
      measureShape(parse(query), parse(query).definitions[0] as OperationDefinitionNode).rootFields,
    ).toBe(2 ** 60);
    expect(validate(schema, parse(query), [shapeRule])[0]?.message).toMatch(/far more fields at the top/);
    const twice = `{ visa(visaUrl: "x") { ...F country { visas { ...F } } } } fragment F on Visa { visaId }`;
    expect(weigh(twice).cost).toBe(1 + 1 + 1 + 1 + 8);
  });

  test("is counted separately below __schema and __type", () => {
    const { cost, introspectionCost } = weigh("{ __schema { types { name } } siteInfo { brand } }");
    expect([cost, introspectionCost]).toEqual([2, 1 + 1 + 100]);
  });
});

test("mutations that send or check a code, and payment mutations, may occur only once per operation", () => {
  const fields = Object.keys(schema.getMutationType()!.getFields());
  const guarded = fields.filter((name) => weigh(`mutation { ${name} }`).oncePerOperation.length === 1);
  expect(guarded).toEqual(
    expect.arrayContaining([
      "requestOtp",
      "verifyOtp",
      "updateProfile",
      "createPaymentOrder",
      "confirmPayment",
      "staffRefund",
    ]),
  );
  expect(guarded).not.toContain("createVisaRequest");
  expect(guarded).not.toContain("createVisaApplicant");
});

test("an operation with too many fields is refused before another rule compares them; a fragment's fields count each time it is spread", () => {
  const refusals = (query: string) =>
    validate(schema, parse(query), [...specifiedRules, shapeRule]).map(({ message }) => message);
  expect(refusals(`{ siteInfo { ${"brand ".repeat(299)} } }`)).toEqual([]);
  expect(refusals(`{ siteInfo { ${"brand ".repeat(980)} } }`)).toEqual([
    "The operation has 981 fields; the limit is 300",
  ]);
  const spread = `{ siteInfo { ${"...F ".repeat(30)} } } fragment F on SiteInfo { ${"brand ".repeat(10)} }`;
  expect(refusals(spread)).toEqual(["The operation has 301 fields; the limit is 300"]);
});

describe("fragments that contain themselves", () => {
  test.each([1, 2, 3])(
    "are refused before another rule recurses, even if each spreads the next %d of them",
    (next) => {
      const count = 100;
      const spreads = (i: number) =>
        Array.from({ length: next }, (_, j) => `...F${(i + j + 1) % count}`).join(" ");
      const circle = Array.from({ length: count }, (_, i) => `fragment F${i} on Query { ${spreads(i)} }`);
      const errors = validate(schema, parse(`{ ...F0 } ${circle.join(" ")}`), [...specifiedRules, shapeRule]);
      expect(errors.map(({ message }) => message)).toEqual([
        expect.stringMatching(/^The fragment F\d+ contains itself$/),
      ]);
    },
  );

  test("are refused even if no operation uses them", () => {
    const errors = validate(schema, parse(`{ me { name } } fragment A on User { ...A }`), [shapeRule]);
    expect(errors.map(({ message }) => message)).toEqual(["The fragment A contains itself"]);
  });
});
