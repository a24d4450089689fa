import {
  buildASTSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLSchema,
} from "graphql";
import { readSdl, withoutStaff } from "../../../platform/graphql/sdl";

/**
 * Returns the schema of the files in `schema/`, so that tests generated from it cover every new field: the whole
 * schema, the schema of the test world, or the part without staff.
 */
export function readSchema(part: "whole" | "test" | "open" = "whole"): GraphQLSchema {
  const sdl = readSdl("schema", part === "test" ? "test" : "live");
  return buildASTSchema(part === "open" ? withoutStaff(sdl) : sdl);
}

export type Field = GraphQLField<unknown, unknown>;

export function listFields(type: GraphQLObjectType | null | undefined): Field[] {
  return Object.values(type?.getFields() ?? {});
}

/**
 * Selects every field of the type and of the types below it, without recursion; with `names`, only fields with these
 * names. Returns "" if there are none.
 */
function selectFields(
  type: GraphQLObjectType,
  names: readonly string[] | undefined,
  above: readonly GraphQLObjectType[] = [],
): string {
  const parts = listFields(type).flatMap((field) => {
    const next = getNamedType(field.type);
    if (!isObjectType(next)) return !names || names.includes(field.name) ? [field.name] : [];
    // `nodes` repeats the items of `edges`, and both together are more fields than an operation may have.
    if (field.name === "edges" && "nodes" in type.getFields()) return ["edges { cursor }"];
    if (above.includes(next) || next === type) return [];
    const below = selectFields(next, names, [...above, type]);
    return below ? [`${field.name} ${below}`] : [];
  });
  return parts.length > 0 ? `{ ${parts.join(" ")} }` : "";
}

/** Returns the names of all object types that the type of a field leads to, including itself. */
export function typesBehind(field: Field, found = new Set<string>()): Set<string> {
  const type = getNamedType(field.type);
  if (!isObjectType(type) || found.has(type.name)) return found;
  found.add(type.name);
  for (const next of listFields(type)) typesBehind(next, found);
  return found;
}

/** Returns the paths of the ids in a field's arguments, e.g. `input.visaRequestId`. */
export function listIdPlaces(field: Field): string[] {
  return field.args.flatMap(({ name, type }) => listPlaces("ID", type, name));
}

/** Returns the paths of the mandatory files in a field's arguments, e.g. `input.visaFile`. */
export function listMandatoryFilePlaces(field: Field): string[] {
  return field.args.flatMap(({ name, type }) => listPlaces("Upload", type, name, isNonNullType));
}

function listPlaces(
  scalar: string,
  type: GraphQLInputType,
  place: string,
  counts: (type: GraphQLInputType) => boolean = () => true,
): string[] {
  if (!counts(type)) return [];
  const named = getNamedType(type);
  if (isInputObjectType(named))
    return Object.values(named.getFields()).flatMap((one) =>
      listPlaces(scalar, one.type, `${place}.${one.name}`, counts),
    );
  return named.name === scalar ? [place] : [];
}

/**
 * Returns the smallest value that a type accepts: mandatory fields only, with values of the right type but no meaning.
 */
function anyValueOf(type: GraphQLInputType): unknown {
  if (isNonNullType(type)) return anyValueOf(type.ofType);
  if (isListType(type)) return [];
  if (isEnumType(type)) return type.getValues()[0]!.name;
  if (isInputObjectType(type))
    return Object.fromEntries(
      Object.values(type.getFields())
        .filter((one) => isNonNullType(one.type))
        .map((one) => [one.name, anyValueOf(one.type)]),
    );
  const values: Record<string, unknown> = {
    ID: "0a1b2c3d-0000-4000-8000-000000000000",
    Int: 1,
    Float: 1,
    Boolean: true,
    Date: "2030-01-31",
    DateTime: "2030-01-31T00:00:00.000Z",
  };
  return values[type.name] ?? "any";
}

/**
 * Returns an operation with one field, its mandatory arguments and ids as variables, and everything that the field can
 * return, which for staff exceeds an operation's limit. With `names`, it selects only fields with these names.
 */
export function operationFor(kind: "query" | "mutation", field: Field, names?: readonly string[]): string {
  const given = field.args.filter(({ type }) => isNonNullType(type) || getNamedType(type).name === "ID");
  const declared = given.map(({ name, type }) => `$${name}: ${type.toString()}`);
  const passed = given.map(({ name }) => `${name}: $${name}`);
  const inBrackets = (parts: string[]) => (parts.length > 0 ? `(${parts.join(", ")})` : "");
  const type = getNamedType(field.type);
  const selection = isObjectType(type) ? selectFields(type, names) || "{ __typename }" : "";
  return `${kind} ${inBrackets(declared)} { ${field.name}${inBrackets(passed)} ${selection} }`;
}

/** Returns values for the mandatory arguments of a field. */
export function variablesFor(field: Field): Record<string, unknown> {
  const given = field.args.filter(({ type }) => isNonNullType(type));
  return Object.fromEntries(given.map(({ name, type }) => [name, anyValueOf(type)]));
}
