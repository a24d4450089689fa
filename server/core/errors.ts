/**
 * The one table of errors, for GraphQL and REST alike. Services throw `DomainError`, so that a transaction
 * rolls back; `server/graphql` and `server/rest` map it outward. Whatever else is thrown is unexpected.
 */

/** How an error leaves: in `userErrors` (the person can correct it) or as a top-level GraphQL error. */
type Outlet = "userErrors" | "topLevel";

const table = {
  REQUIRED: { outlet: "userErrors", status: 400 },
  INVALID: { outlet: "userErrors", status: 400 },
  TOO_LONG: { outlet: "userErrors", status: 400 },
  DATE_IN_FUTURE: { outlet: "userErrors", status: 400 },
  OTP_INVALID: { outlet: "userErrors", status: 400 },
  OTP_EXPIRED: { outlet: "userErrors", status: 400 },
  DEVICE_CHECK_REQUIRED: { outlet: "userErrors", status: 403 },
  INVALID_STATE: { outlet: "userErrors", status: 409 },
  CONFLICT: { outlet: "userErrors", status: 409 },
  FILE_REQUIRED: { outlet: "userErrors", status: 400 },
  FILE_TOO_LARGE: { outlet: "userErrors", status: 413 },
  FILE_TYPE: { outlet: "userErrors", status: 415 },
  FILE_CORRUPT: { outlet: "userErrors", status: 400 },
  FILE_DIMENSIONS: { outlet: "userErrors", status: 400 },
  FILE_UNSAFE: { outlet: "userErrors", status: 400 },
  PAYMENT_SIGNATURE_INVALID: { outlet: "userErrors", status: 402 },
  PAYMENT_NOT_CAPTURED: { outlet: "userErrors", status: 402 },
  PAYMENT_AMOUNT_MISMATCH: { outlet: "userErrors", status: 402 },
  PROVIDER_UNAVAILABLE: { outlet: "userErrors", status: 503 },
  IDEMPOTENCY_CONFLICT: { outlet: "userErrors", status: 409 },
  UNAUTHENTICATED: { outlet: "topLevel", status: 401 },
  FORBIDDEN: { outlet: "topLevel", status: 403 },
  SECOND_FACTOR_REQUIRED: { outlet: "topLevel", status: 403 },
  NOT_FOUND: { outlet: "topLevel", status: 404 },
  BAD_USER_INPUT: { outlet: "topLevel", status: 400 },
  PAYLOAD_TOO_LARGE: { outlet: "topLevel", status: 413 },
  RATE_LIMITED: { outlet: "topLevel", status: 429 },
  UNAVAILABLE: { outlet: "topLevel", status: 503 },
} as const satisfies Record<string, { outlet: Outlet; status: number }>;

export type ErrorCode = keyof typeof table;
/** The codes of `UserErrorCode` in the schema. */
export type UserErrorCode = {
  [C in ErrorCode]: (typeof table)[C]["outlet"] extends "userErrors" ? C : never;
}[ErrorCode];

/** The same for a program to go through. */
export const userErrorCodes = (Object.keys(table) as ErrorCode[]).filter(
  (code): code is UserErrorCode => table[code].outlet === "userErrors",
);

/** One thing that is wrong. `field` is the input's name, null where it is about the whole. */
export interface Violation<Code extends ErrorCode = ErrorCode> {
  field: string | null;
  code: Code;
  message: string;
}

/** Thrown by services. Carries one violation or more; all violations of one error have the same outlet. */
export class DomainError extends Error {
  readonly violations: readonly Violation[];
  /** Seconds after which another try makes sense; goes out as `retryAfter` and `Retry-After`. */
  readonly retryAfter: number | undefined;
  /** Goes out in REST's envelope beside the message, for a program that acts on it. */
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

  /** Several violations at once, as rules return them. */
  static of(violations: readonly Violation<UserErrorCode>[]): DomainError {
    const [first] = violations;
    if (!first) throw new Error("DomainError.of needs at least one violation");
    // The message says why the status is what it is.
    const { message } = violations.find(isTooLarge) ?? first;
    const error = new DomainError(first.code, message);
    Object.assign(error, { violations });
    return error;
  }

  get code(): ErrorCode {
    return this.violations[0]!.code;
  }

  get outlet(): Outlet {
    return table[this.code].outlet;
  }

  /** Of several violations the first one's, but a file that is too large is always 413, as clients of REST expect. */
  get status(): number {
    return table[this.violations.some(isTooLarge) ? "FILE_TOO_LARGE" : this.code].status;
  }
}

function isTooLarge({ code }: { code: ErrorCode }): boolean {
  return code === "FILE_TOO_LARGE";
}

/** Throws all violations at once; does nothing where there are none. */
export function throwIfAny(violations: readonly Violation<UserErrorCode>[]): void {
  if (violations.length > 0) throw DomainError.of(violations);
}

/** Absent and not yours look the same. */
export function notFound(): DomainError {
  return new DomainError("NOT_FOUND", "Not found");
}

/** A setting that cannot be used; stops the start. Its message is one line that names the setting. */
export class BadSetting extends Error {
  override readonly name = "BadSetting";
}
