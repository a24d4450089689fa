import { z } from "zod";
import { absent, dataResponse } from "../../platform/rest/responses";
import { restRoute, type RestRoute } from "../../platform/rest/restRoute";
import type { Services } from "../../app/services";
import { requireSession } from "../../core/viewer";
import type { UserEntity } from "./user.entity";
import { maxEmailLength, maxNameLength } from "./profile.rules";

const restUser = z
  .object({
    userId: z.uuid().describe("UUID."),
    name: z.string().describe("Empty until it is given."),
    phoneNumber: z.string().describe("`+`, the country code and the number."),
    email: z.string().nullable().describe("Null where none is given."),
  })
  .meta({ id: "User", description: "Somebody with an account." });

export function userRoutes({ users }: Services): RestRoute[] {
  return [
    restRoute({
      method: "GET",
      url: "/api/user/:userId",
      operationId: "getUser",
      summary: "The caller's profile",
      description: "Only the caller's own: another's is not found.",
      place: "query",
      parameters: { userId: z.uuid().describe("The caller's `userId`.") },
      response: dataResponse(restUser),
      errorResponses: { 404: absent.caller },
      handle: async ({ viewer, parameters }) => ({
        data: toRestUser(await users.getUser(viewer, parameters.get("userId"))),
      }),
    }),
    restRoute({
      method: "PUT",
      url: "/api/user",
      operationId: "updateUser",
      summary: "Change the caller's profile",
      description:
        "Another number needs two codes that `/api/home/userotp` sent: one to it and one to the present number. Whoever else is logged in is then out.",
      place: "body",
      parameters: {
        userId: z.uuid().optional().describe("The caller's own, where it is sent."),
        name: z.string().max(maxNameLength).describe("The caller's name."),
        email: z
          .string()
          .max(maxEmailLength)
          .optional()
          .describe("Empty takes it away; left out, it stays as it is."),
        phoneNumber: z.string().describe("The caller's number, or the new one."),
        otp: z.string().optional().describe("The code that was sent to the new number; only for a new one."),
        presentOtp: z
          .string()
          .optional()
          .describe("The code that was sent to the present number; only for a new one."),
      },
      response: dataResponse(restUser).extend({
        message: z.literal("Profile Updated").describe("For the person."),
      }),
      errorResponses: {
        404: absent.caller,
        409: "The new number has an account already.",
        429: "Too many tries with codes from this address.",
      },
      handle: async ({ viewer, parameters }) => {
        // Accepts only the caller's own id. Any other id looks like one that does not exist.
        const { userId } = requireSession(viewer);
        await users.getUser(viewer, parameters.find("userId") || userId);
        const user = await users.updateProfile(viewer, {
          name: parameters.find("name") ?? "",
          email: parameters.find("email"),
          phoneNumber: parameters.find("phoneNumber") ?? "",
          otp: parameters.find("otp"),
          presentOtp: parameters.find("presentOtp"),
        });
        return { data: toRestUser(user), message: "Profile Updated" as const };
      },
    }),
  ];
}

function toRestUser({ userId, name, phoneNumber, email }: UserEntity): z.output<typeof restUser> {
  return { userId, name, phoneNumber, email };
}
