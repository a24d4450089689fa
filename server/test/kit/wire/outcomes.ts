import type { GraphqlAnswer, RestAnswer } from "./callApi";
import type { ReadList, UserError } from "./read";

/** Returns the user errors of the one mutation that was called. */
export function getUserErrors({ data, errors }: GraphqlAnswer<object>): ReadList<UserError> {
  const [payload] = Object.values((data ?? {}) as Record<string, { userErrors: ReadList<UserError> } | null>);
  if (!payload) throw new Error(`There is no payload: ${JSON.stringify(errors)}`);
  return payload.userErrors;
}

/** Formats each error as `field: CODE`. */
export function errorCodes(userErrors: readonly Pick<UserError, "field" | "code">[]): string[] {
  return userErrors.map(({ field, code }) => `${field}: ${code}`);
}

/** Returns the codes of the errors outside `userErrors`. */
export function topLevelErrorCodes({ errors }: GraphqlAnswer<unknown>): string[] {
  return (errors ?? []).map(({ extensions }) => extensions.code);
}

export function getRestErrors({ body }: RestAnswer<unknown>): UserError[] {
  return body.errors ?? [];
}
