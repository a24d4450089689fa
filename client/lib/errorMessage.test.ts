import { CombinedGraphQLErrors } from "@apollo/client/errors";
import { describe, expect, test } from "@jest/globals";
import { errorCode, errorMessage, hasNoResponse, waitText } from "./errorMessage";

const refused = (message: string, extensions: Record<string, unknown>) =>
  new CombinedGraphQLErrors({ errors: [{ message, extensions }] });

describe("errorMessage", () => {
  test("is the server's message", () => {
    const error = refused("Something went wrong on our side. Reference abc", {
      code: "INTERNAL_SERVER_ERROR",
    });
    expect(errorMessage(error)).toBe("Something went wrong on our side. Reference abc");
    expect(errorCode(error)).toBe("INTERNAL_SERVER_ERROR");
    expect(hasNoResponse(error)).toBe(false);
  });

  test("states the time to wait after too many calls", () => {
    const error = refused("Too many requests", { code: "RATE_LIMITED", retryAfter: 45 });
    expect(errorMessage(error)).toBe("Too many attempts. Please try again in 45 seconds.");
  });

  test("is the transport's message if there was no response", () => {
    expect(errorMessage(new Error("Network Error"))).toBe("Network Error");
    expect(errorCode(new Error("Network Error"))).toBeUndefined();
    expect(hasNoResponse(new Error("Network Error"))).toBe(true);
  });
});

test("waitText states a short wait in seconds and a long one in minutes", () => {
  expect(waitText(1)).toBe("1 second");
  expect(waitText(600)).toBe("10 minutes");
});
