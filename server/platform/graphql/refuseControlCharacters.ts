import { getNamedType, isNonNullType, isObjectType, type GraphQLResolveInfo } from "graphql";
import { DomainError } from "../../core/errors";
import { controlCharacterText, findControlCharacter } from "../../core/text.rules";
import type { GraphqlContext } from "../../app/graphql/context";

type Resolve = (
  root: unknown,
  args: Record<string, unknown>,
  context: GraphqlContext,
  info: GraphQLResolveInfo,
) => unknown;

/**
 * Puts one look at all texts of the arguments before the resolvers of a root type, so that no field that is added can
 * forget it. A mutation says it in `userErrors`, a query as BAD_USER_INPUT; both name the field.
 */
export function refuseControlCharacters<Root extends object>(root: Root, kind: "query" | "mutation"): Root {
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

/** What a payload has to say beside its errors: that it was not done. All else in it may be null. */
function notDone({ returnType }: Pick<GraphQLResolveInfo, "returnType">): Record<string, boolean> {
  const payload = getNamedType(returnType);
  if (!isObjectType(payload)) return {};
  const flags = Object.values(payload.getFields()).filter(
    ({ name, type }) => name !== "userErrors" && isNonNullType(type),
  );
  return Object.fromEntries(flags.map(({ name }) => [name, false]));
}
