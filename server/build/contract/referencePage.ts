/** Generates docs/api/reference.md from the public schema and the table of permissions. */
import {
  buildASTSchema,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
  parse,
} from "graphql";
import { access, mayPerform, scopeFor, type Action } from "../../core/access.rules";
import { fieldPoints } from "../../platform/graphql/limits/limits.rules";
import { printPublicSdl } from "../../platform/graphql/sdl";
import { commonErrors, keyErrors, listErrors } from "./operationErrors";

const inWords = (codes: readonly string[]) =>
  `${codes
    .slice(0, -1)
    .map((code) => `\`${code}\``)
    .join(", ")} and \`${codes.at(-1)}\``;

const intro = `# Reference

Generated from the schema by \`npm run api:docs\`. \`!\` marks a value that is always there, or an input that is required.

Each operation lists its own points of cost; every selected field costs one point, or as many as its line states, times
the length of the lists that contain it. An operation may cost 60,000 points.

Each operation lists its own error codes. Any operation may also fail with ${inWords(commonErrors)}; and, with a key,
with ${inWords(keyErrors)}. [Errors](errors.md) describes them all. A field may be read by everyone who may call
the operation that returns it, unless its line says otherwise.

What is marked "Test world only" exists at \`/test/graphql\` alone. [The test world](test-world.md) describes it.`;

const live = buildASTSchema(parse(printPublicSdl("schema")));

export function writeReferencePage(): string {
  const schema = buildASTSchema(parse(printPublicSdl("schema", "test")));
  const roots = [schema.getQueryType()!, schema.getMutationType()!];
  const types = Object.values(schema.getTypeMap()).filter(
    (type) =>
      !type.name.startsWith("__") && !isSpecifiedScalarType(type) && !roots.some((root) => root === type),
  );
  return [
    intro,
    ...roots.flatMap((root) => [`## ${root.name}`, ...describeOperations(root)]),
    ...kinds.flatMap(({ is, title }) => [`## ${title}`, ...types.filter(is).flatMap(describeType)]),
    "",
  ].join("\n\n");
}

function describeOperations(root: GraphQLObjectType): string[] {
  return Object.values(root.getFields()).flatMap((field) => [
    `### ${root.name.toLowerCase()} ${field.name}`,
    describe(field, isLive(root.name, field.name)),
    [
      ...whoMay(field.name),
      `- Returns: ${linkType(field.type)}`,
      `- Cost: ${points(fieldPoints(root.name, field.name))}, and that of its fields`,
      linkErrors(field.name as Action),
      ...describeDeprecation(field),
    ].join("\n"),
    ...(field.args.length > 0 ? [drawTable("argument", field.args)] : []),
  ]);
}

/** True if the live world also has the field. */
function isLive(type: string, field: string): boolean {
  const found = live.getType(type);
  return isObjectType(found) && field in found.getFields();
}

const describe = ({ description }: { description?: string | null | undefined }, isEverywhere: boolean) =>
  `${isEverywhere ? "" : "Test world only. "}${description ?? ""}`;

const linkErrors = (action: Action) =>
  `- Errors: ${listErrors(action)
    .map((code) => `[\`${code}\`](errors.md#${code.toLowerCase()})`)
    .join(", ")}`;

function whoMay(name: string): string[] {
  if (!Object.hasOwn(access, name)) return [];
  const action = name as Action;
  const scope = scopeFor(action);
  const people = mayPerform("visitor", action) ? "Everyone" : "People who are signed in";
  return [`- Who: ${people}; ${scope ? `keys with the scope \`${scope}\`` : "no keys"}`];
}

const points = (count: number) => `${count} ${count === 1 ? "point" : "points"}`;

const kinds = [
  { is: isObjectType, word: "type", title: "Types" },
  { is: isInputObjectType, word: "input", title: "Inputs" },
  { is: isEnumType, word: "enum", title: "Enums" },
  { is: isScalarType, word: "scalar", title: "Scalars" },
] as const;

const wordFor = (type: GraphQLNamedType) => kinds.find(({ is }) => is(type))?.word ?? "scalar";

function describeType(type: GraphQLNamedType): string[] {
  const head = [`### ${wordFor(type)} ${type.name}`, describe(type, type.name in live.getTypeMap())];
  if (isObjectType(type) || isInputObjectType(type))
    return [...head, drawTable("field", Object.values<FieldLike>(type.getFields()), type.name)];
  if (isEnumType(type))
    return [
      ...head,
      type
        .getValues()
        .map(({ name, description }) => `- \`${name}\`: ${description ?? ""}`)
        .join("\n"),
    ];
  return isScalarType(type) && type.specifiedByURL ? [...head, `<${type.specifiedByURL}>`] : head;
}

type FieldLike = GraphQLField<unknown, unknown> | GraphQLInputField | GraphQLArgument;

function drawTable(word: string, fields: readonly FieldLike[], type = ""): string {
  const rows = fields.map((field) =>
    [
      `\`${field.name}\``,
      linkType(field.type),
      [
        field.description,
        ...describeDefault(field),
        ...describeCost(fieldPoints(type, field.name)),
        ...describeDeprecation(field),
      ]
        .filter(Boolean)
        .join(" "),
    ]
      .map((cell) => cell.replaceAll("|", "\\|").replaceAll("\n", " "))
      .join(" | "),
  );
  return [`| ${word} | type | meaning |`, "| --- | --- | --- |", ...rows.map((row) => `| ${row} |`)].join(
    "\n",
  );
}

function describeDefault(field: FieldLike): string[] {
  const { defaultValue } = field as { defaultValue?: unknown };
  return defaultValue === undefined || defaultValue === null
    ? []
    : [`Default: \`${JSON.stringify(defaultValue)}\`.`];
}

const describeCost = (count: number) => (count === 1 ? [] : [`Cost: ${points(count)}.`]);

function describeDeprecation({ deprecationReason }: FieldLike): string[] {
  return deprecationReason ? [`Deprecated: ${deprecationReason}`] : [];
}

/** Links a type, except GraphQL's standard types, which have no entry. */
function linkType(type: GraphQLType): string {
  if (isNonNullType(type)) return `${linkType(type.ofType)}!`;
  if (isListType(type)) return `\\[${linkType(type.ofType)}\\]`;
  if (isSpecifiedScalarType(type)) return type.name;
  return `[${type.name}](#${wordFor(type)}-${type.name.toLowerCase()})`;
}
