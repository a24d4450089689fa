import { describe, expect, test } from "@jest/globals";
import { CombinedGraphQLErrors } from "@apollo/client/errors";
import { networkError, statusError } from "../../transport/sendJson";
import { isStillOpen, mayConfirmAgain, orderError } from "./paymentErrors";

const answered = (code: string, message = "No") =>
  new CombinedGraphQLErrors({ errors: [{ message, extensions: { code } }] });

describe("orderError", () => {
  test("reports a server error if there was no response", () => {
    expect(orderError(networkError())).toEqual({ text: "Server error. Are you online?" });
    expect(orderError(statusError(200))).toEqual({ text: "Server error. Are you online?" });
  });

  test("reports a failed payment if the server rejected the order", () => {
    expect(orderError(statusError(400))?.text).toBe("Payment failed. Please try again");
    expect(orderError(answered("NOT_FOUND", "Not there"))).toEqual({
      text: "Payment failed. Please try again",
      detail: "Not there",
    });
  });

  test("is undefined for an expired session, which the login dialog reports", () => {
    expect(orderError(answered("UNAUTHENTICATED"))).toBeUndefined();
  });
});

test("isStillOpen is true without a final result and false for a wrong signature", () => {
  expect(isStillOpen([{ code: "PROVIDER_UNAVAILABLE" }])).toBe(true);
  expect(isStillOpen([{ code: "PAYMENT_NOT_CAPTURED" }])).toBe(true);
  expect(isStillOpen([])).toBe(true);
  expect(isStillOpen([{ code: "PAYMENT_SIGNATURE_INVALID" }])).toBe(false);
});

test("mayConfirmAgain is true after a lost response or an expired session", () => {
  expect(mayConfirmAgain(networkError())).toBe(true);
  expect(mayConfirmAgain(answered("UNAUTHENTICATED"))).toBe(true);
  expect(mayConfirmAgain(answered("NOT_FOUND"))).toBe(false);
});
