/** Compares the public schema with that of the last release. Pure. */
import {
  buildASTSchema,
  DangerousChangeType,
  findBreakingChanges,
  findDangerousChanges,
  Kind,
  parse,
  print,
  visit,
  type ASTNode,
  type DocumentNode,
} from "graphql";
import { addYears, isDay, type Day } from "../../core/day.rules";
import { withoutStaff } from "../../platform/graphql/sdl";

export interface Changes {
  /** Changes that are always rejected. */
  breaking: string[];
  /** Changes that are rejected unless docs/api/changelog.md announces them. */
  dangerous: string[];
}

interface Days {
  today: Day;
  /** The day of the release with the changes or, if it is not known yet, of the last release. */
  releaseDay: Day;
}

/**
 * Returns the changes that may break programs. A deprecated part may be removed from the day in its reason, and
 * types that only such parts used may be removed with them.
 */
export function compareSdl(released: string, current: string, { today, releaseDay }: Days): Changes {
  const [before, after] = [parse(released), parse(current)];
  const kept = withoutExpired(before, listParts(after), today);
  const [oldSchema, newSchema] = [buildASTSchema(kept), buildASTSchema(after)];
  const describe = ({ description }: { description: string }) => description;
  return {
    breaking: [
      ...findBreakingChanges(oldSchema, newSchema).map(describe),
      ...findDeprecationFaults(listParts(before), listParts(after), addYears(releaseDay, 1)),
    ],
    dangerous: [
      ...findDangerousChanges(oldSchema, newSchema)
        .filter(({ type }) => type !== DangerousChangeType.ARG_DEFAULT_VALUE_CHANGE)
        .map(describe),
      ...findDefaultChanges(listParts(kept), listParts(after)),
    ],
  };
}

/** Fields, arguments, input fields and enum values by schema coordinate, such as `Query.visas(first:)`. */
type Parts = ReadonlyMap<string, Part>;

interface Part {
  /** The reason of `@deprecated`; undefined if the part is not deprecated. */
  deprecated: string | undefined;
  default: string | undefined;
}

function listParts(document: DocumentNode): Parts {
  const parts = new Map<string, Part>();
  visitParts(document, (coordinate, part) => void parts.set(coordinate, part));
  return parts;
}

/** Calls `see` with each part and removes the parts for which it returns null. */
function visitParts(
  document: DocumentNode,
  see: (coordinate: string, part: Part) => null | void,
): DocumentNode {
  const seeNode = (
    node: ASTNode,
    _key: unknown,
    _parent: unknown,
    _path: unknown,
    above: readonly (ASTNode | readonly ASTNode[])[],
  ) => see(toCoordinate([...above, node]), describePart(node)) as null | undefined;
  return visit(document, {
    DirectiveDefinition: () => false,
    FieldDefinition: seeNode,
    InputValueDefinition: seeNode,
    EnumValueDefinition: seeNode,
  });
}

function toCoordinate(path: readonly (ASTNode | readonly ASTNode[])[]): string {
  const names = path.flatMap((node) => ("name" in node && node.name ? [node.name.value] : []));
  const [type, part, argument] = names;
  return argument ? `${type}.${part}(${argument}:)` : `${type}.${part}`;
}

function describePart(node: ASTNode): Part {
  const directives = "directives" in node ? (node.directives ?? []) : [];
  const deprecation = directives.find(({ name }) => name.value === "deprecated");
  const reason = deprecation?.arguments?.find(({ name }) => name.value === "reason")?.value;
  return {
    deprecated: deprecation && (reason?.kind === Kind.STRING ? reason.value : ""),
    default:
      node.kind === Kind.INPUT_VALUE_DEFINITION && node.defaultValue ? print(node.defaultValue) : undefined,
  };
}

/** Returns the day from which a part with this reason may be removed; undefined if the reason has another form. */
function removalDay(reason: string): Day | undefined {
  const day = /^\S.* Not removed before (\d{4}-\d\d-\d\d)$/s.exec(reason)?.[1];
  return day !== undefined && isDay(day) ? day : undefined;
}

function withoutExpired(before: DocumentNode, after: Parts, today: Day): DocumentNode {
  const kept = visitParts(before, (coordinate, { deprecated }) => {
    const day = deprecated === undefined ? undefined : removalDay(deprecated);
    return day !== undefined && day <= today && !after.has(coordinate) ? null : undefined;
  });
  return withoutStaff(kept);
}

function findDeprecationFaults(before: Parts, after: Parts, earliest: Day): string[] {
  return [...after].flatMap(([coordinate, { deprecated }]) => {
    if (deprecated === undefined) return [];
    const day = removalDay(deprecated);
    if (!day)
      return `${coordinate}: the reason of @deprecated has to end with "Not removed before YYYY-MM-DD".`;
    const promised = removalDay(before.get(coordinate)?.deprecated ?? "") ?? earliest;
    return day < promised ? `${coordinate} may not be removed before ${promised}, but says ${day}.` : [];
  });
}

/** Returns changed defaults, including those of input fields, which graphql-js does not compare. */
function findDefaultChanges(before: Parts, after: Parts): string[] {
  return [...after].flatMap(([coordinate, part]) => {
    const old = before.get(coordinate);
    if (!old || old.default === part.default) return [];
    const [from, to] = [old.default, part.default].map((value) => value ?? "none");
    return `${coordinate} has changed its default from ${from} to ${to}.`;
  });
}
