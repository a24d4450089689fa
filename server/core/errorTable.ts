/** The table of errors, for GraphQL, REST and docs/api/errors.md. No other codes exist. */

interface ErrorRow {
  /** The HTTP status in REST, and in GraphQL for errors that reject the whole operation. */
  status: number;
  when: string;
  action: string;
  /** Whether a retry can succeed: never, after a correction, or later. */
  retry: "no" | "corrected" | "later";
}

export type ErrorTable = Readonly<Record<string, ErrorRow>>;

/** Errors in `userErrors`, which the user can correct. `when` is also the description in the enum `UserErrorCode`. */
export const userErrorTable = {
  REQUIRED: {
    status: 400,
    when: "A required value is missing.",
    action: "Send the value that `field` names.",
    retry: "corrected",
  },
  INVALID: {
    status: 400,
    when: "The value has a wrong format or is not allowed.",
    action: "Correct the value; `message` says what is accepted.",
    retry: "corrected",
  },
  TOO_LONG: {
    status: 400,
    when: "The value exceeds its maximum length.",
    action: "Shorten the value; its description states the maximum.",
    retry: "corrected",
  },
  DATE_IN_FUTURE: {
    status: 400,
    when: "A date that has to be in the past is in the future.",
    action: "Send a day that has passed.",
    retry: "corrected",
  },
  OTP_INVALID: {
    status: 400,
    when: "The one-time code is wrong, already used, or replaced by a newer one.",
    action: "Ask for the code again; after five wrong codes, call `requestOtp`.",
    retry: "corrected",
  },
  OTP_EXPIRED: {
    status: 400,
    when: "The one-time code is older than five minutes.",
    action: "Call `requestOtp` for a new code.",
    retry: "corrected",
  },
  DEVICE_CHECK_REQUIRED: {
    status: 403,
    when: "Many codes are being requested. A device that has not signed in before solves `deviceChallenge` and repeats the request with `deviceSolution`.",
    action: "Solve `deviceChallenge`, and repeat the call with `deviceSolution`.",
    retry: "corrected",
  },
  INVALID_STATE: {
    status: 409,
    when: "The operation is not possible in the object's current state.",
    action: "Read the object again; its status shows what is possible.",
    retry: "no",
  },
  CONFLICT: {
    status: 409,
    when: "The input conflicts with existing data.",
    action: "Read the existing data again, and decide which is right.",
    retry: "corrected",
  },
  FILE_REQUIRED: {
    status: 400,
    when: "A required file is missing.",
    action: "Attach the file that `field` names.",
    retry: "corrected",
  },
  FILE_TOO_LARGE: {
    status: 413,
    when: "The file exceeds the size limit for its kind, or `uploadLimits.maxFileBytes`.",
    action: "Send a smaller file.",
    retry: "corrected",
  },
  FILE_TYPE: {
    status: 415,
    when: "The file's type is not accepted (a photo must be a JPG or PNG, other files also a PDF), or its extension does not match its content.",
    action: "Send a JPG, PNG or PDF whose name has the matching ending.",
    retry: "corrected",
  },
  FILE_CORRUPT: {
    status: 400,
    when: "The file cannot be read: it is empty, truncated or damaged.",
    action: "Send the file again from its source; it may have been damaged in transit.",
    retry: "corrected",
  },
  FILE_DIMENSIONS: {
    status: 400,
    when: "The image has too many or too few pixels.",
    action: "Send an image with the number of pixels that `message` states.",
    retry: "corrected",
  },
  FILE_UNSAFE: {
    status: 400,
    when: "The PDF is password-protected, contains scripts or attachments, or has too many pages.",
    action: "Send the document without a password, scripts or attachments, or as an image.",
    retry: "corrected",
  },
  PAYMENT_SIGNATURE_INVALID: {
    status: 402,
    when: "The signature does not match this order and payment.",
    action: "Send the three values of the gateway's response unchanged.",
    retry: "corrected",
  },
  PAYMENT_NOT_CAPTURED: {
    status: 402,
    when: "The gateway does not confirm that this payment was captured for this order.",
    action: "Read the application again after a minute: a late payment is recorded automatically.",
    retry: "later",
  },
  PAYMENT_AMOUNT_MISMATCH: {
    status: 402,
    when: "The captured amount or currency does not match the order.",
    action: "Create a new order. The captured money is refunded.",
    retry: "no",
  },
  PROVIDER_UNAVAILABLE: {
    status: 503,
    when: "The gateway or SMS provider did not respond. Nothing was changed, and the call can be repeated.",
    action: "Repeat the call after a minute, with the same idempotency key if it has one.",
    retry: "later",
  },
  IDEMPOTENCY_CONFLICT: {
    status: 409,
    when: "The idempotency key was already used with different input.",
    action: "Use a new key for different input, or repeat the first input.",
    retry: "corrected",
  },
} as const satisfies ErrorTable;

/** Errors at the top level of a GraphQL response. */
export const topLevelErrorTable = {
  UNAUTHENTICATED: {
    status: 401,
    when: "The operation requires a session and there is none: no token was sent, or its session has ended.",
    action: "Log in, and send the token.",
    retry: "corrected",
  },
  KEY_UNKNOWN: {
    status: 401,
    when: "The key of a partner is mistyped, was never issued, or was not sent as `Authorization: Bearer <key>`.",
    action: "Check that the key was copied completely, and that `Bearer` and a space precede it.",
    retry: "no",
  },
  KEY_ENDED: {
    status: 401,
    when: "The key was ended or replaced, or it has expired, or its partner was ended.",
    action: "Use a current key.",
    retry: "no",
  },
  KEY_WRONG_WORLD: {
    status: 401,
    when: "A live key was sent to the test world, or a test key to the live one.",
    action: "Use a key of this world.",
    retry: "no",
  },
  KEY_NETWORK: {
    status: 401,
    when: "The address is not in one of the key's networks.",
    action: "Call from a listed network, or add the network to the key.",
    retry: "no",
  },
  FORBIDDEN: {
    status: 403,
    when: "The operation is for staff, or for owners of the partner.",
    action: "Do not call it, or ask an owner.",
    retry: "no",
  },
  SCOPE_MISSING: {
    status: 403,
    when: "The key does not have the scope that the operation requires.",
    action: "Use a key with the scope that `message` names.",
    retry: "no",
  },
  NOT_FOR_KEYS: {
    status: 403,
    when: "The operation is for people who have signed in.",
    action: "Do not call it with a key.",
    retry: "no",
  },
  SECOND_FACTOR_REQUIRED: {
    status: 403,
    when: "A staff member has not given the second factor in this session.",
    action: "Give it with `staffGiveSecondFactor`.",
    retry: "corrected",
  },
  NOT_FOUND: {
    status: 404,
    when: "The object does not exist, or belongs to another account.",
    action: "Check the id. The response does not tell these cases apart.",
    retry: "no",
  },
  BAD_USER_INPUT: {
    status: 400,
    when: "The operation, its variables or the request cannot be understood, or exceed a limit of size, depth or cost.",
    action: "Correct the request; `message` says what is wrong.",
    retry: "corrected",
  },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    when: "The body, a file or the number of files exceeds `siteInfo.uploadLimits`, or the limit of 100 KB for other bodies.",
    action: "Send less, or in several requests.",
    retry: "corrected",
  },
  RATE_LIMITED: {
    status: 429,
    when: "Too many calls in a window of time. Nothing was done.",
    action: "Wait for `retryAfter` seconds; the header `RateLimit` names the limit.",
    retry: "later",
  },
  UNAVAILABLE: {
    status: 503,
    when: "The service is busy, or a part of it is down. After a timeout, a mutation may still be carried out.",
    action:
      "Wait for `retryAfter` seconds. After a mutation, check first, or repeat it with the same idempotency key.",
    retry: "later",
  },
} as const satisfies ErrorTable;

/** Errors at the top level that services never throw. */
export const protocolErrorTable = {
  INTERNAL_SERVER_ERROR: {
    status: 500,
    when: "Something went wrong on our side. `extensions.reference` is in our log.",
    action:
      "Report the reference and `x-request-id`. Check whether a mutation was carried out before you repeat it.",
    retry: "later",
  },
  PERSISTED_QUERY_NOT_FOUND: {
    status: 200,
    when: "The operation was sent as a hash that the server does not have in memory, for example after a restart.",
    action:
      "Repeat the request with the hash and the text of the operation. Apollo Client does it automatically.",
    retry: "corrected",
  },
} as const satisfies ErrorTable;
