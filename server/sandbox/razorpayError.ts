/** Razorpay's errors (razorpay.com/docs/errors), thrown by the ledger and the routes. */

export interface RazorpayErrorBody {
  error: {
    code: "BAD_REQUEST_ERROR" | "SERVER_ERROR";
    description: string;
    source: string;
    step: string;
    reason: string;
    metadata: Record<string, string>;
    field?: string;
  };
}

export class RazorpayError extends Error {
  override readonly name = "RazorpayError";

  constructor(
    readonly status: number,
    readonly body: RazorpayErrorBody,
  ) {
    super(body.error.description);
  }
}

/** Returns a 400 error for an invalid value of `field`. */
export function badRequest(
  description: string,
  more: { field?: string; step?: string; reason?: string } = {},
): RazorpayError {
  const { field, step = "payment_initiation", reason = "input_validation_failed" } = more;
  return new RazorpayError(400, {
    error: {
      code: "BAD_REQUEST_ERROR",
      description,
      source: "business",
      step,
      reason,
      metadata: {},
      ...(field === undefined ? {} : { field }),
    },
  });
}

/** Razorpay returns 400, not 404, for an unknown id. */
export function unknownId(): RazorpayError {
  return badRequest("The id provided does not exist");
}

/** Returns an error in the key, URL or body, which is detected before any business rule is checked. */
export function requestError(status: number, description: string): RazorpayError {
  const code = status >= 500 ? "SERVER_ERROR" : "BAD_REQUEST_ERROR";
  return new RazorpayError(status, {
    error: { code, description, source: "NA", step: "NA", reason: "NA", metadata: {} },
  });
}
