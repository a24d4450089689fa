/** The envelopes of REST, for the OpenAPI document and the handler types. */
import { z } from "zod";
import { userErrorCodes } from "../../core/errors";

/** `{ statusCode: 200, data }`. */
export function dataResponse<Data extends z.ZodType>(data: Data) {
  return z.object({ statusCode: okStatus, data });
}

export const okStatus = z.literal(200).describe("The HTTP status again.");

const violation = z
  .object({
    field: z.string().nullable().describe("The parameter it is about; null where it is about the whole."),
    code: z.enum(userErrorCodes).describe("What is wrong, for a program."),
    message: z.string().describe("What is wrong and what to do about it, for the person."),
  })
  .meta({ id: "Fault", description: "One thing to correct." });

/** Every response except HTTP 200. */
export const errorResponse = z
  .object({
    statusCode: z.int().min(400).max(599).describe("The HTTP status again."),
    message: z
      .string()
      .describe(
        "What is wrong, for the person; of several things the first. With 500 a reference for support.",
      ),
    errors: z
      .array(violation)
      .optional()
      .describe("All that the person can correct, at once; absent where there is nothing to correct."),
    deviceChallenge: z
      .string()
      .optional()
      .describe(
        "With `DEVICE_CHECK_REQUIRED`: a challenge of ALTCHA, version 2, as JSON text. Find the `counter` from 0 for " +
          "which PBKDF2-HMAC-SHA256 of `nonce` followed by the counter (4 bytes, big-endian), with `salt`, `cost` " +
          "iterations and `keyLength` bytes, begins with `keyPrefix`; all bytes are in hex.",
      ),
  })
  .meta({ id: "Error", description: "Why a call was refused." });

/** Descriptions of 404 responses. */
export const absent = {
  country: "No such country is published.",
  visa: "No such visa is published.",
  request: "There is no such request, or it is somebody else's.",
  caller: "This is not the caller's own id.",
};
