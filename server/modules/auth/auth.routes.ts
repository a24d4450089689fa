import { z } from "zod";
import { DomainError } from "../../core/errors";
import { okStatus } from "../../platform/rest/responses";
import { restRoute, type RestRoute } from "../../platform/rest/restRoute";
import type { AuthService } from "./auth.service";
import { codeDigits } from "./loginCode.rules";
import type { LoginCodeService } from "./loginCode.service";

const userType = z.string().optional().describe("`Customer`; accepted for older clients, grants no rights.");

export function authRoutes(services: { auth: AuthService; loginCodes: LoginCodeService }): RestRoute[] {
  return [sendCode(services.loginCodes), verifyCode(services.auth)];
}

const sendCode = (loginCodes: LoginCodeService) =>
  restRoute({
    method: "POST",
    url: "/api/home/userotp",
    action: "requestOtp",
    operationId: "sendCode",
    summary: "Send a login code",
    description:
      `Sends a code of ${codeDigits} digits by SMS; a newer code voids the older one. ` +
      "The response is the same for known and unknown numbers.",
    place: "query",
    parameters: {
      phoneNumber: z
        .string()
        .describe(
          "A mobile number. Indian numbers in any usual form, other numbers with `+` and country code; " +
            "at most 13 characters without spaces.",
        ),
      deviceSolution: z
        .string()
        .optional()
        .describe(
          "The solution of `deviceChallenge` from a `DEVICE_CHECK_REQUIRED` error: base64 of the JSON text " +
            '`{"challenge": …, "solution": {"counter": …, "derivedKey": "…"}}`. It is valid once, for this number, ' +
            "within 5 minutes.",
        ),
      userType,
    },
    response: z.object({ statusCode: okStatus }),
    errorResponses: {
      403:
        "Many codes are being requested, and this device has not signed in before. Solve `deviceChallenge` and repeat " +
        "the call with `deviceSolution`.",
      429: "Too many codes for this number or from this IP address.",
      503: "The SMS could not be sent.",
    },
    handle: async ({ caller, parameters }) => {
      await loginCodes.send(caller, {
        phoneNumber: parameters.find("phoneNumber") ?? "",
        deviceSolution: parameters.find("deviceSolution"),
      });
      return {};
    },
  });

const verifyCode = (auth: AuthService) =>
  restRoute({
    method: "POST",
    url: "/api/home/verifyotp",
    action: "verifyOtp",
    operationId: "verifyCode",
    summary: "Exchange a code for a token",
    description:
      "A code allows five attempts and works once; a new number gets an account. **A wrong or expired code returns " +
      "HTTP 200 with `statusCode` 500 in the body**, as the client in the specification expects.",
    place: "query",
    parameters: {
      phoneNumber: z.string().describe("The number to which the code was sent."),
      otp: z.string().describe(`The ${codeDigits} digits.`),
      userType,
    },
    response: z.union([
      z
        .object({
          statusCode: okStatus,
          data: z.string().describe("A message for the user."),
          token: z.string().describe("Send it as `Authorization: Bearer <token>`."),
          expiration: z.iso.datetime().describe("When the token expires; ISO 8601, UTC."),
          userId: z.uuid().describe("The id of the logged-in account."),
        })
        .describe("The code was correct."),
      z
        .object({
          statusCode: z.literal(500).describe("The code was wrong or has expired."),
          data: z.string().describe("A message for the user."),
        })
        .describe("The code was wrong or has expired."),
    ]),
    errorResponses: { 429: "Too many attempts from this IP address." },
    handle: async ({ caller, parameters }) => {
      const phoneNumber = parameters.find("phoneNumber") ?? "";
      try {
        const { token, expiration, user } = await auth.verifyOtp(caller, {
          phoneNumber,
          otp: parameters.find("otp") ?? "",
        });
        return { data: "Login successful", token, expiration, userId: user.userId };
      } catch (error) {
        // The client in the specification reads this error from the body of an HTTP 200 response and treats any other
        // HTTP status as an outage.
        if (error instanceof DomainError && error.code.startsWith("OTP_"))
          return { statusCode: 500 as const, data: error.message };
        throw error;
      }
    },
  });
