/**
 * Domain errors, listed in errorTable.ts. Services throw `DomainError`, so that a transaction rolls back; GraphQL and
 * REST convert it. All other errors are unexpected.
 */
import { topLevelErrorTable, userErrorTable } from "./errorTable";

export type UserErrorCode = keyof typeof userErrorTable;
export type ErrorCode = UserErrorCode | keyof typeof topLevelErrorTable;

/** The values of the type `UserErrorCode`, for use at run time. */
export const userErrorCodes = Object.keys(userErrorTable) as UserErrorCode[];

const table = { ...userErrorTable, ...topLevelErrorTable };

/** A single problem. `field` is the name of the input; null if the problem concerns the whole input. */
export interface Violation<Code extends ErrorCode = ErrorCode> {
  field: string | null;
  code: Code;
  message: string;
}

/** Thrown by services with one or more violations: the user can correct all of them, or none. */
export class DomainError extends Error {
  readonly violations: readonly Violation[];
  /** Seconds after which a retry makes sense; sent as `retryAfter` and `Retry-After`. */
  readonly retryAfter: number | undefined;
  /** Sent in REST's envelope in addition to the message, for programs. */
  readonly details: Readonly<Record<string, string>> | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    {
      field = null,
      retryAfter,
      details,
    }: { field?: string | null; retryAfter?: number; details?: Record<string, string> } = {},
  ) {
    super(message);
    this.name = "DomainError";
    this.violations = [{ field, code, message }];
    this.retryAfter = retryAfter;
    this.details = details;
  }

  /** Creates one error from a list of violations, which must not be empty. */
  static of(violations: readonly Violation<UserErrorCode>[]): DomainError {
    const [first] = violations;
    if (!first) throw new Error("DomainError.of needs at least one violation");
    // The message has to match the status, which is 413 if any file is too large.
    const { message } = violations.find(isTooLarge) ?? first;
    const error = new DomainError(first.code, message);
    Object.assign(error, { violations });
    return error;
  }

  /** Returns a copy of the error with its field names converted by `rename` to those of another API. */
  withFields(rename: (field: string) => string): DomainError {
    const violations = this.violations.map((one) => ({ ...one, field: one.field && rename(one.field) }));
    return Object.assign(new DomainError(this.code, this.message), { ...this, violations });
  }

  get code(): ErrorCode {
    return this.violations[0]!.code;
  }

  /** True if the user can correct the error. It is then in `userErrors`, otherwise at the top level of GraphQL. */
  get isUserError(): boolean {
    return this.code in userErrorTable;
  }

  /** The first violation's status, but 413 if any file is too large, as REST clients expect. */
  get status(): number {
    return table[this.violations.some(isTooLarge) ? "FILE_TOO_LARGE" : this.code].status;
  }
}

function isTooLarge({ code }: { code: ErrorCode }): boolean {
  return code === "FILE_TOO_LARGE";
}

/** Throws all violations together; does nothing if there are none. */
export function throwIfAny(violations: readonly Violation<UserErrorCode>[]): void {
  if (violations.length > 0) throw DomainError.of(violations);
}

/**
 * Returns the same error for an absent object and for another user's object, so that callers cannot tell them apart.
 */
export function notFound(): DomainError {
  return new DomainError("NOT_FOUND", "Not found");
}

/** The codes with which a partner's key is rejected. */
export const keyErrorCodes = [
  "KEY_UNKNOWN",
  "KEY_ENDED",
  "KEY_WRONG_WORLD",
  "KEY_NETWORK",
  "SCOPE_MISSING",
  "NOT_FOR_KEYS",
] as const satisfies readonly ErrorCode[];

/** Returns the error for a rejected key. Its details add the error code to REST's envelope, for programs. */
export function keyError(
  code: (typeof keyErrorCodes)[number],
  message: string,
  details?: Record<string, string>,
): DomainError {
  return new DomainError(code, message, { details: { code, ...details } });
}

/** Thrown for an invalid setting; the server then does not start. The message is one line that names the setting. */
export class BadSetting extends Error {
  override readonly name = "BadSetting";
}
