/** GraphQL requests generated from the schema, valid and invalid: texts, variables, JSON, content types. */
import fc from "fast-check";
import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from "graphql";
import type { GraphQLField, GraphQLInputType } from "graphql";
import { readSchema } from "../kit/wire/schemaWalk";
import { applyEdits, edits, mostly, sent, type Body } from "./fuzzBytes";
import { aboutOwn, type Person } from "./fuzzPeople";

const schema = readSchema();

interface RootField {
  kind: "query" | "mutation";
  field: GraphQLField<unknown, unknown>;
}

const rootFields: RootField[] = [
  ...Object.values(schema.getQueryType()!.getFields()).map((field) => ({ kind: "query" as const, field })),
  ...Object.values(schema.getMutationType()!.getFields()).map((field) => ({
    kind: "mutation" as const,
    field,
  })),
];

/** Number of arguments and input fields that the requests set to values of any type. */
export const argumentCount = rootFields.flatMap(({ field }) => field.args.flatMap(namesOf)).length;

function namesOf({ name, type }: { name: string; type: GraphQLInputType }): string[] {
  const named = getNamedType(type);
  return isInputObjectType(named) ? Object.keys(named.getFields()) : [name];
}

/** Selects all leaves on the first three levels, so that resolvers run. */
function selectionOf(field: GraphQLField<unknown, unknown>, levels = 3): string {
  const type = getNamedType(field.type);
  if (isLeafType(type)) return "";
  if (!isObjectType(type)) return "{ __typename }";
  const parts = Object.values(type.getFields())
    .filter((each) => levels > 1 || isLeafType(getNamedType(each.type)))
    .map((each) => `${each.name} ${selectionOf(each, levels - 1)}`.trim());
  return `{ ${parts.join(" ") || "__typename"} }`;
}

function operationOf({ kind, field }: RootField): string {
  const variables = field.args.map(({ name, type }) => `$${name}: ${type.toString()}`).join(", ");
  const given = field.args.map(({ name }) => `${name}: $${name}`).join(", ");
  const [declared, called] = variables ? [`(${variables})`, `(${given})`] : ["", ""];
  return `${kind}${declared} { ${field.name}${called} ${selectionOf(field)} }`;
}

const likely = [
  "",
  " ",
  "2030-02-30",
  "2031-05-06",
  "9876543210",
  "+919876543210",
  "000000",
  "TOURIST",
  "a@b.in",
];

/** Values of every type, including plausible ones. `known` are existing ids. */
function values(known: readonly string[]): fc.Arbitrary<unknown> {
  return fc.oneof(
    fc.constantFrom(...known),
    fc.constantFrom(...likely, "MALE"),
    fc.constantFrom(null, true, false, 0, -1, 1.5, 2 ** 31, 2 ** 53, -1e308, [], {}, [null], [[]]),
    fc.string({ unit: "binary", maxLength: 30 }),
    fc.constantFrom(
      "x".repeat(5_000),
      "\0",
      "\ud800",
      "' OR 1=1 --",
      "%",
      "_",
      "../../etc/passwd",
      "__proto__",
      "<b>",
    ),
    fc.jsonValue({ maxDepth: 2 }),
  );
}

const ofScalar: Record<string, fc.Arbitrary<unknown>> = {
  Int: fc.oneof(fc.integer({ min: -1, max: 120 }), fc.integer()),
  Boolean: fc.boolean(),
  Date: fc.constantFrom("1990-05-14", "2019-12-31", "2031-05-06", "0001-01-01", "9999-12-31"),
  // Uploads need multipart, which fuzzMultipart.ts covers.
  Upload: fc.constant(null),
};

/** Generates a value that usually has the right type. */
function valueOf(type: GraphQLInputType, known: readonly string[]): fc.Arbitrary<unknown> {
  const named = getNamedType(type);
  const text = fc.oneof(
    fc.constantFrom(...known, ...likely),
    fc.string({ unit: "binary", maxLength: 20 }),
    fc.constantFrom("x".repeat(5_000), "\0", "\ud800", "' OR 1=1 --", "%", "../../etc/passwd", "__proto__"),
  );
  const right = isEnumType(named)
    ? fc.constantFrom(...named.getValues().map(({ name }) => name))
    : (ofScalar[named.name] ?? text);
  const fits = isListType(isNonNullType(type) ? type.ofType : type)
    ? fc.array(right, { maxLength: 3 })
    : right;
  return fc.oneof({ weight: 40, arbitrary: fits }, { weight: 1, arbitrary: values(known) });
}

/** The variables of a root field: each argument and input field, of any type or omitted. */
function variablesOf({ field }: RootField, known: readonly string[]): fc.Arbitrary<unknown> {
  const any = values(known);
  const named = field.args.map(({ name, type }) => {
    const input = getNamedType(type);
    if (!isInputObjectType(input)) return [name, valueOf(type, known)] as const;
    const fields = Object.values(input.getFields());
    const members = fields.map((each) => [each.name, valueOf(each.type, known)] as const);
    const requiredKeys = fields.filter((each) => isNonNullType(each.type)).map((each) => each.name);
    const object = fc.record(Object.fromEntries(members), { requiredKeys });
    return [name, fc.oneof({ weight: 30, arbitrary: object }, { weight: 1, arbitrary: any })] as const;
  });
  return fc.oneof(
    {
      weight: 40,
      arbitrary: fc.record(Object.fromEntries(named), {
        requiredKeys: field.args.filter(({ type }) => isNonNullType(type)).map(({ name }) => name),
      }),
    },
    { weight: 1, arbitrary: any },
  );
}

const vocabulary = [
  ..."{}()[]:!$@|&=",
  "...",
  "on",
  "fragment F on Query",
  "...F",
  "query",
  "mutation",
  "subscription",
];
const words = fc.constantFrom(
  ...vocabulary,
  "__typename",
  "__schema",
  '"""',
  '"\\u{110000}"',
  "#",
  "@include(if: $x)",
  "-0",
  "1e9",
);

/** An operation with tokens removed, doubled, replaced or inserted. */
function mutated(text: string): fc.Arbitrary<string> {
  const change = fc.record({
    at: fc.nat(),
    kind: fc.constantFrom("out", "twice", "other", "in"),
    word: words,
  });
  return fc.array(change, { maxLength: 3 }).map((changes) => {
    const tokens = text.match(/\.\.\.|\w+|\S/g) ?? [];
    for (const { at, kind, word } of changes) {
      const place = tokens.length === 0 ? 0 : at % tokens.length;
      if (kind === "out") tokens.splice(place, 1);
      else if (kind === "twice") tokens.splice(place, 0, tokens[place] ?? word);
      else tokens.splice(place, kind === "other" ? 1 : 0, word);
    }
    return tokens.join(" ");
  });
}

/** The JSON of a request, occasionally with invalid members. */
function jsonOf(known: readonly string[]): fc.Arbitrary<string> {
  return fc.constantFrom(...rootFields).chain((root) =>
    fc
      .record(
        {
          query: fc.oneof(
            { weight: 14, arbitrary: fc.constant(operationOf(root)) },
            { weight: 4, arbitrary: mutated(operationOf(root)) },
            { weight: 1, arbitrary: values(known) },
          ),
          variables: variablesOf(root, known),
          operationName: fc.oneof(
            { weight: 40, arbitrary: fc.constant(undefined) },
            { weight: 1, arbitrary: values(known) },
          ),
          extensions: fc.oneof(
            { weight: 40, arbitrary: fc.constant(undefined) },
            { weight: 1, arbitrary: values(known) },
            { weight: 1, arbitrary: fc.record({ persistedQuery: values(known) }) },
          ),
        },
        { requiredKeys: ["query", "variables"] },
      )
      .map((request) => Buffer.from(JSON.stringify(request)).toString("latin1")),
  );
}

const contentTypes = mostly(
  "application/json",
  "application/json; charset=utf-8",
  "text/plain",
  "application/json; charset=utf-16",
  "application/graphql",
  "x",
  "",
  "application/json, text/html",
);

/** Matches operations that would end the shared sessions or store a file, so they are sent only without a session. */
const visitorsOnly = /logout|endSession|eraseAccount|createAccountExport/;

/** Requests by these people to `/graphql` that are not multipart. `known` are existing values. */
export function graphqlRequests(people: readonly Person[], known: readonly string[]) {
  const bodies = fc
    .record({
      json: jsonOf([...(people[0]?.ids ?? []), ...known]),
      edits: fc.oneof({ weight: 9, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: edits }),
      type: contentTypes,
      accept: mostly("*/*", "application/json", "application/graphql-response+json", "text/html", "nonsense"),
      person: fc.constantFrom(...people),
    })
    .map(({ json, edits: changes, type, accept, person }): Body => {
      const { token } = person;
      const body = applyEdits(aboutOwn(json, person, people), changes);
      const authorization =
        token && !visitorsOnly.test(body) ? { Authorization: `Bearer ${token}` } : undefined;
      return { path: "/graphql", headers: { "Content-Type": type, Accept: accept, ...authorization }, body };
    });
  return sent(bodies);
}
