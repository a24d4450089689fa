import { DomainError } from "../errors";
import { controlCharacterText, findControlCharacter } from "../text.rules";
import type { GraphqlContext } from "./context";

type Resolve = (
  root: unknown,
  args: Record<string, unknown>,
  context: GraphqlContext,
  info: unknown,
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
      return { userErrors: [{ field, code: "INVALID", message }] };
    };
    return [name, guard];
  });
  return Object.fromEntries(guarded) as Root;
}
