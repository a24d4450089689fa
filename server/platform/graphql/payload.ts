import { DomainError, type Violation, type UserErrorCode } from "../../core/errors";

type Payload<Key extends string, Value> = { [K in Key]: Value | null } & {
  userErrors: Violation<UserErrorCode>[];
};

/** Runs a mutation. Converts an error that the user can correct to `userErrors`, and throws any other. */
export async function toPayload<Key extends string, Value>(
  key: Key,
  work: () => Promise<Value>,
): Promise<Payload<Key, Value>> {
  const payload = await spreadPayload(async () => ({ [key]: await work() }));
  return { [key]: null, ...payload } as Payload<Key, Value>;
}

/** Like `toPayload`, but for several values, which become fields of the payload and are absent after an error. */
export async function spreadPayload<Values extends object>(work: () => Promise<Values>) {
  try {
    return { ...(await work()), userErrors: [] };
  } catch (error) {
    return { userErrors: toUserErrors(error) };
  }
}

/** Returns the violations of an error that the user can correct; rethrows any other error. */
export function toUserErrors(error: unknown): Violation<UserErrorCode>[] {
  if (!(error instanceof DomainError) || !error.isUserError) throw error;
  return [...error.violations] as Violation<UserErrorCode>[];
}
