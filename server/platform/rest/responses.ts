/** The response envelopes of REST, for the OpenAPI document and the handler types. */
import { z } from "zod";
import { keyErrorCodes, userErrorCodes } from "../../core/errors";

export function dataResponse<Data extends z.ZodType>(data: Data) {
  return z.object({ statusCode: okStatus, data });
}

export const okStatus = z.literal(200).describe("Equal to the HTTP status.");

const violation = z
  .object({
    field: z.string().nullable().describe("The parameter; null if the violation concerns the whole request."),
    code: z.enum(userErrorCodes).describe("The kind of violation, for programs."),
    message: z.string().describe("What is wrong and how to correct it, for the user."),
  })
  .meta({ id: "Fault", description: "A violation to correct." });

/** The body of every response other than HTTP 200. */
export const errorResponse = z
  .object({
    statusCode: z.int().min(400).max(599).describe("Equal to the HTTP status."),
    message: z
      .string()
      .describe("The first violation, for the user. For status 500, a reference for support."),
    errors: z
      .array(violation)
      .optional()
      .describe("All violations that the user can correct; absent if there are none."),
    code: z.enum(keyErrorCodes).optional().describe("Why the partner's key was rejected, for programs."),
    scope: z.string().optional().describe("Set with `SCOPE_MISSING`: the scope that the key needs."),
    deviceChallenge: z
      .string()
      .optional()
      .describe(
        "Set with `DEVICE_CHECK_REQUIRED`: an ALTCHA challenge, version 2, as JSON text. Find the `counter`, " +
          "starting from 0, for which PBKDF2-HMAC-SHA256 of `nonce` followed by the counter (4 bytes, big-endian), with `salt`, `cost` " +
          "iterations and `keyLength` bytes, begins with `keyPrefix`. All bytes are in hex.",
      ),
  })
  .meta({ id: "Error", description: "Why a call was rejected." });

/** Descriptions of 404 responses. */
export const absent = {
  country: "There is no published country with this id or slug.",
  visa: "There is no published visa with this id or slug.",
  request: "The application is absent or belongs to another account.",
  caller: "The id is not the caller's.",
};
