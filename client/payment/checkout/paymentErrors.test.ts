import { describe, expect, test } from "@jest/globals";
import { CombinedGraphQLErrors } from "@apollo/client/errors";
import { networkError, statusError } from "../../transport/TransportError";
import { isStillOpen, mayConfirmAgain, orderError } from "./paymentErrors";

const answered = (code: string, message = "No") =>
  new CombinedGraphQLErrors({ errors: [{ message, extensions: { code } }] });

describe("orderFault", () => {
  test("speaks of the server where it answered nothing", () => {
    expect(orderError(networkError())).toEqual({ text: "Server error. Are you online?" });
    expect(orderError(statusError(200))).toEqual({ text: "Server error. Are you online?" });
  });

  test("speaks of the payment where the server refused the order", () => {
    expect(orderError(statusError(400))?.text).toBe("Payment failed. Please try again");
    expect(orderError(answered("NOT_FOUND", "Not there"))).toEqual({
      text: "Payment failed. Please try again",
      detail: "Not there",
    });
  });

  test("leaves a session that ran out to the login dialog", () => {
    expect(orderError(answered("UNAUTHENTICATED"))).toBeUndefined();
  });
});

test("a payment that the provider did not tell of stays open; a wrong signature does not", () => {
  expect(isStillOpen([{ code: "PROVIDER_UNAVAILABLE" }])).toBe(true);
  expect(isStillOpen([{ code: "PAYMENT_NOT_CAPTURED" }])).toBe(true);
  expect(isStillOpen([])).toBe(true);
  expect(isStillOpen([{ code: "PAYMENT_SIGNATURE_INVALID" }])).toBe(false);
});

test("a confirmation that got lost on the way is made again", () => {
  expect(mayConfirmAgain(networkError())).toBe(true);
  expect(mayConfirmAgain(answered("UNAUTHENTICATED"))).toBe(true);
  expect(mayConfirmAgain(answered("NOT_FOUND"))).toBe(false);
});
