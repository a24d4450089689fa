import { z } from "zod";
import { DomainError } from "../../core/errors";
import { okStatus } from "../../platform/rest/responses";
import { restRoute, type RestRoute } from "../../platform/rest/restRoute";
import type { Services } from "../../app/services";

const userType = z
  .string()
  .optional()
  .describe("`Customer`; read for the sake of older clients, gives no rights.");

export function authRoutes({ auth, loginCodes }: Services): RestRoute[] {
  return [
    restRoute({
      method: "POST",
      url: "/api/home/userotp",
      isOpen: true,
      operationId: "sendCode",
      summary: "Send a login code",
      description:
        "Sends a six-digit code by SMS; a newer code voids the older. " +
        "The response is the same for known and unknown numbers.",
      place: "query",
      parameters: {
        phoneNumber: z
          .string()
          .describe(
            "Mobile number. An Indian one in any usual form, another with `+` and its country code; " +
              "13 characters at most once spaces are left out.",
          ),
        deviceSolution: z
          .string()
          .optional()
          .describe(
            "The solution of `deviceChallenge` in a refusal with `DEVICE_CHECK_REQUIRED`: base64 of the JSON text " +
              '`{"challenge": …, "solution": {"counter": …, "derivedKey": "…"}}`. It counts once, for this number, ' +
              "within 5 minutes.",
          ),
        userType,
      },
      response: z.object({ statusCode: okStatus }),
      errorResponses: {
        403:
          "Many codes are being requested, and this device has not signed in before. Solve `deviceChallenge` and repeat " +
          "the call with `deviceSolution`.",
        429: "Too many codes for this number or from this address.",
        503: "The SMS could not be sent.",
      },
      handle: async ({ viewer, parameters }) => {
        await loginCodes.send(viewer, {
          phoneNumber: parameters.find("phoneNumber") ?? "",
          deviceSolution: parameters.find("deviceSolution"),
        });
        return {};
      },
    }),
    restRoute({
      method: "POST",
      url: "/api/home/verifyotp",
      isOpen: true,
      operationId: "verifyCode",
      summary: "Trade the code for a token",
      description:
        "Five tries a code, one use; a number that is new gets an account. **A code that is wrong or has expired " +
        "is HTTP 200 with `statusCode` 500 in the body**, as the documented client expects.",
      place: "query",
      parameters: {
        phoneNumber: z.string().describe("The number that the code was sent to."),
        otp: z.string().describe("The six digits."),
        userType,
      },
      response: z.union([
        z
          .object({
            statusCode: okStatus,
            data: z.string().describe("A message for the person."),
            token: z.string().describe("Send it as `Authorization: Bearer <token>`."),
            expiration: z.iso.datetime().describe("When the token ends by itself; ISO 8601, UTC."),
            userId: z.uuid().describe("Who is logged in."),
          })
          .describe("The code was right."),
        z
          .object({
            statusCode: z.literal(500).describe("The code was wrong or has expired."),
            data: z.string().describe("What is wrong, for the person."),
          })
          .describe("The code was wrong or has expired."),
      ]),
      errorResponses: { 429: "Too many tries from this address." },
      handle: async ({ viewer, parameters }) => {
        const phoneNumber = parameters.find("phoneNumber") ?? "";
        try {
          const { token, expiration, user } = await auth.verifyOtp(viewer, {
            phoneNumber,
            otp: parameters.find("otp") ?? "",
          });
          return { data: "Login successful", token, expiration, userId: user.userId };
        } catch (error) {
          // The documented client reads this from the body of an HTTP 200 and treats any other status as an
          // outage.
          if (error instanceof DomainError && error.code.startsWith("OTP_"))
            return { statusCode: 500 as const, data: error.message };
          throw error;
        }
      },
    }),
  ];
}
