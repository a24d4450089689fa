import { getNamedType, isNonNullType, isObjectType, type GraphQLResolveInfo } from "graphql";
import { DomainError } from "../../core/errors";
import { controlCharacterText, findControlCharacter } from "../../core/text.rules";

type Resolve = (
  root: unknown,
  args: Record<string, unknown>,
  context: unknown,
  info: GraphQLResolveInfo,
) => unknown;

/**
 * Wraps all resolvers of a root type, including future ones, with a check of their string arguments. Mutations report
 * the argument in `userErrors`, queries as BAD_USER_INPUT.
 */
export function rejectControlCharacters<Root extends object>(root: Root, kind: "query" | "mutation"): Root {
  const guarded = Object.entries(root as Record<string, Resolve>).map(([name, resolve]) => {
    const guard: Resolve = (parent, args, context, info) => {
      const place = findControlCharacter(args);
      if (place === undefined) return resolve(parent, args, context, info);
      const field = place.replace(/^input\./, "");
      const message = `${field} ${controlCharacterText}`;
      if (kind === "query") throw new DomainError("BAD_USER_INPUT", message, { field });
      return { ...notDone(info), userErrors: [{ field, code: "INVALID", message }] };
    };
    return [name, guard];
  });
  return Object.fromEntries(guarded) as Root;
}

/** Returns the non-null payload fields of a mutation that was not executed. All are flags, which are then false. */
function notDone({ returnType }: Pick<GraphQLResolveInfo, "returnType">): Record<string, boolean> {
  const payload = getNamedType(returnType);
  if (!isObjectType(payload)) return {};
  const flags = Object.values(payload.getFields()).filter(
    ({ name, type }) => name !== "userErrors" && isNonNullType(type),
  );
  return Object.fromEntries(flags.map(({ name }) => [name, false]));
}
