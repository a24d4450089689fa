import { readdirSync, readFileSync } from "node:fs";
import type { InMemoryCache } from "@apollo/client";
import { expect, test } from "@jest/globals";
import {
  buildASTSchema,
  type FieldNode,
  getNamedType,
  type GraphQLObjectType,
  isObjectType,
  Kind,
  parse,
  print,
  type SelectionSetNode,
} from "graphql";
import { readSdl } from "../../server/platform/graphql/sdl";
import { client } from "./apolloClient";

const cache = client.cache as InMemoryCache;
const schema = buildASTSchema(readSdl("schema"));
const read = (file: string) =>
  readdirSync("client", { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(`/${file}.graphql`))
    .flatMap((path) => parse(readFileSync(`client/${path}`, "utf8")).definitions);
const operations = read("operations");
const fragments = new Map(
  [...operations, ...read("public")].flatMap((one) =>
    one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one.selectionSet] as const] : [],
  ),
);

const flatten = ({ selections }: SelectionSetNode): FieldNode[] =>
  selections.flatMap((one) => {
    if (one.kind === Kind.FIELD) return [one];
    return flatten(one.kind === Kind.INLINE_FRAGMENT ? one.selectionSet : fragments.get(one.name.value)!);
  });

/** Whether the cache stores objects of the type that are selected with these fields under their own id. */
function hasOwnEntry({ name }: GraphQLObjectType, fields: readonly FieldNode[]): boolean {
  const object = Object.fromEntries(fields.map((field) => [field.name.value, "1"]));
  return cache.identify({ ...object, __typename: name }) !== undefined;
}

/** For each field whose value is stored inside its parent: its selections, each with an operation that has it. */
const embedded = new Map<string, Map<string, string>>();

/** Returns the paths of the selected fields, and notes those of each entry of the cache. */
function listPaths(type: GraphQLObjectType, fields: readonly FieldNode[], operation: string): string[] {
  const isEntry = type === schema.getQueryType() || hasOwnEntry(type, fields);
  const toKey = ({ name, arguments: values = [] }: FieldNode) => name.value + values.map(print).join();
  return [...new Set(fields.map(toKey))].flatMap((key) => {
    const same = fields.filter((field) => toKey(field) === key);
    const name = same[0]!.name.value;
    const child = getNamedType(type.getFields()[name]?.type);
    if (!isObjectType(child)) return [key];
    const parts = same.flatMap(({ selectionSet }) => flatten(selectionSet!));
    const paths = listPaths(child, parts, operation).map((path) => `${key}.${path}`);
    if (hasOwnEntry(child, parts)) return [key];
    if (!isEntry) return paths;
    if (cache.policies.getMergeFunction(type.name, name, child.name)) return [key];
    const selections = embedded.get(`${type.name}.${key}`) ?? new Map<string, string>();
    embedded.set(`${type.name}.${key}`, selections.set([...new Set(paths)].sort().join(" "), operation));
    return [key];
  });
}

for (const one of operations)
  if (one.kind === Kind.OPERATION_DEFINITION)
    listPaths(schema.getRootType(one.operation)!, flatten(one.selectionSet), one.name!.value);

// Of two different selections, the later response replaces the earlier one, whose query is then fetched again.
test("all operations select the same fields of an object that has no separate entry", () => {
  expect(embedded.size).toBeGreaterThan(20);
  const conflicts = [...embedded]
    .filter(([, selections]) => selections.size > 1)
    .map(([field, selections]) => [field, ...selections.values()]);
  expect(conflicts).toEqual([]);
});
