import { describe, expect, test } from "@jest/globals";
import { buildASTSchema, getNamedType, isNonNullType, isObjectType, parse } from "graphql";
import { lexicographicSortSchema, printSchema } from "graphql";
import { printPublicSdl, readSdl, withoutStaff } from "../../platform/graphql/sdl";
import { makeSchemas } from "./schemas";

const typeNames = (sdl: string) =>
  Object.keys(buildASTSchema(withoutStaff(parse(sdl))).getTypeMap()).filter((name) => !name.startsWith("__"));

describe("the open schema", () => {
  test("omits operations that begin with staff, and the types that only they use", () => {
    const sdl = `
      type Query { visa: Visa }
      type Visa { name: String }
      extend type Query { staffNotes(filter: NoteFilter): [Note] }
      extend type Note { by: Person }
      type Note { text: String }
      type Person { name: String }
      input NoteFilter { text: String }
    `;
    expect(typeNames(sdl).sort()).toEqual(["Boolean", "Query", "String", "Visa"]);
  });

  test("contains the types that staff and travellers share", () => {
    const sdl = `
      type Query { visa: Visa, staffVisa: Visa }
      enum Kind { TOURIST BUSINESS }
      type Visa { name: String }
      extend type Visa { kind: Kind }
    `;
    expect(typeNames(sdl)).toEqual(expect.arrayContaining(["Visa", "Kind"]));
  });

  test("contains none of the actual staff types", () => {
    const { definitions } = withoutStaff(readSdl("schema"));
    const names = definitions.flatMap((one) => ("name" in one && one.name ? [one.name.value] : []));
    expect(names.filter((name) => name.startsWith("Staff"))).toEqual([]);
    expect(names).toEqual(expect.arrayContaining(["VisaRequest", "Correction", "Receipt", "Upload"]));
  });
});

test("introspection returns the public schema in full, including descriptions and scalar specifications", () => {
  const inFiles = buildASTSchema(parse(printPublicSdl("schema")));
  const [shown, written] = [makeSchemas("schema").open, inFiles].map((schema) =>
    printSchema(lexicographicSortSchema(schema)),
  );
  expect(shown).toBe(written);
  expect(written).toContain('scalar DateTime @specifiedBy(url: "https://www.rfc-editor.org/rfc/rfc3339');
});

test("every field of a mutation's payload, except userErrors, is nullable or a Boolean", () => {
  const mutations = Object.values(buildASTSchema(readSdl("schema")).getMutationType()!.getFields());
  const mandatory = mutations.flatMap(({ name, type }) => {
    const payload = getNamedType(type);
    const fields = isObjectType(payload) ? Object.values(payload.getFields()) : [];
    return fields
      .filter((field) => field.name !== "userErrors" && isNonNullType(field.type))
      .map((field) => `${name}: ${String(field.type)}`);
  });
  expect(mandatory.filter((text) => !text.endsWith(": Boolean!"))).toEqual([]);
});
