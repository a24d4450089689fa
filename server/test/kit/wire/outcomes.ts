import type { GraphqlAnswer, Json, RestAnswer } from "./callApi";

/** What the person is told to put right, of the one mutation that was called. */
export function userErrorsOf({ data, errors }: GraphqlAnswer): Json[] {
  const [payload] = Object.values<Json>(data ?? {});
  if (!payload) throw new Error(`There is no payload: ${JSON.stringify(errors)}`);
  return payload.userErrors;
}

/** `field: CODE` of each, for one look. */
export function faultsOf(userErrors: readonly Json[]): string[] {
  return userErrors.map(({ field, code }) => `${field}: ${code}`);
}

/** The codes of the errors that are not for the person to put right. */
export function topLevelCodesOf({ errors }: GraphqlAnswer): string[] {
  return (errors ?? []).map(({ extensions }) => extensions["code"]);
}

/** What a REST answer tells to put right. */
export function restErrorsOf({ body }: RestAnswer): Json[] {
  return body.errors ?? [];
}
