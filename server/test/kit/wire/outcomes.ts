import type { GraphqlAnswer, RestAnswer } from "./callApi";
import type { ReadList, UserError } from "./read";

/** What the person is told to put right, of the one mutation that was called. */
export function userErrorsOf({ data, errors }: GraphqlAnswer<object>): ReadList<UserError> {
  const [payload] = Object.values((data ?? {}) as Record<string, { userErrors: ReadList<UserError> } | null>);
  if (!payload) throw new Error(`There is no payload: ${JSON.stringify(errors)}`);
  return payload.userErrors;
}

/** `field: CODE` of each, for one look. */
export function faultsOf(userErrors: readonly Pick<UserError, "field" | "code">[]): string[] {
  return userErrors.map(({ field, code }) => `${field}: ${code}`);
}

/** The codes of the errors that are not for the person to put right. */
export function topLevelCodesOf({ errors }: GraphqlAnswer<unknown>): string[] {
  return (errors ?? []).map(({ extensions }) => extensions.code);
}

/** What a REST answer tells to put right. */
export function restErrorsOf({ body }: RestAnswer<unknown>): UserError[] {
  return body.errors ?? [];
}
