/** Reads the schema in `schema/`, which has one file or folder per noun. */
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import {
  buildASTSchema,
  concatAST,
  Kind,
  parse,
  printSchema,
  visit,
  type DefinitionNode,
  type DocumentNode,
} from "graphql";
import type { World } from "../../core/ports";

/** The folder of the last release, which is not part of the schema. */
const releasedFolder = "released";
/** The file in `schema/` with the public schema of the last release (`npm run api:release`). */
export const releasedSdl = `${releasedFolder}/public.graphql`;

/** The file with operations that only the test world has. */
const testOnly = "testWorld/testOutcome.graphql";

/** Reads the schema of a world from all SDL files in the folder and its subfolders. */
export function readSdl(folder: string, world: World["name"] = "live"): DocumentNode {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".graphql") && !name.startsWith(releasedFolder))
    .filter((name) => world === "test" || name !== testOnly)
    .sort();
  return concatAST(names.map((name) => parse(readFileSync(join(folder, name), "utf8"))));
}

/**
 * Returns the public schema, which we promise not to break. It has no staff operations, like the schema that
 * introspection shows to callers who are not staff.
 */
export function printPublicSdl(folder: string, world: World["name"] = "live"): string {
  return printSchema(buildASTSchema(withoutStaff(readSdl(folder, world))));
}

/** Reads the day of the API's last release from the first line of `releasedSdl`. */
export function readReleaseDay(folder: string): string {
  const [first = ""] = readFileSync(join(folder, releasedSdl), "utf8").split("\n");
  return /\d{4}-\d\d-\d\d/.exec(first)![0];
}

/** Returns the schema without operations whose names begin with `staff` and without types that only they use. */
export function withoutStaff({ definitions, ...sdl }: DocumentNode): DocumentNode {
  const open = definitions.flatMap(withoutStaffFields);
  const reached = new Set(["Query", "Mutation"]);
  // The loop also visits entries that are added to the set during the iteration.
  for (const name of reached)
    for (const definition of open.filter((one) => definitionName(one) === name))
      visit(definition, { NamedType: (type) => void reached.add(type.name.value) });
  return {
    ...sdl,
    definitions: open.filter((one) => {
      const name = definitionName(one);
      return name === undefined || reached.has(name);
    }),
  };
}

/** Removes staff fields from Query and Mutation; drops an extension that has no other fields. */
function withoutStaffFields(definition: DefinitionNode): DefinitionNode[] {
  const { kind } = definition;
  if (kind !== Kind.OBJECT_TYPE_DEFINITION && kind !== Kind.OBJECT_TYPE_EXTENSION) return [definition];
  if (definition.name.value !== "Query" && definition.name.value !== "Mutation") return [definition];
  const fields = definition.fields?.filter(({ name }) => !name.value.startsWith("staff")) ?? [];
  const isEmptyExtension = kind === Kind.OBJECT_TYPE_EXTENSION && fields.length === 0;
  return isEmptyExtension ? [] : [{ ...definition, fields }];
}

/** Returns the name of the defined or extended type; undefined for other definitions. */
function definitionName(definition: DefinitionNode): string | undefined {
  if (definition.kind === Kind.DIRECTIVE_DEFINITION || !("name" in definition)) return undefined;
  return definition.name?.value;
}
