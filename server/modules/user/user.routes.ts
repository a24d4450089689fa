import { z } from "zod";
import { absent, dataResponse } from "../../platform/rest/responses";
import { restRoute, type RestRoute } from "../../platform/rest/restRoute";
import { requireSession } from "../../core/principal";
import type { UserEntity } from "./user.entity";
import { maxEmailLength, maxNameLength } from "./profile.rules";
import type { UserService } from "./user.service";

const restUser = z
  .object({
    userId: z.uuid().describe("UUID."),
    name: z.string().describe("The name; empty until it is entered."),
    phoneNumber: z.string().describe("`+`, the country code and the number."),
    email: z.string().nullable().describe("The e-mail address; null if there is none."),
  })
  .meta({ id: "User", description: "An account." });

const sentProfile = {
  userId: z.uuid().optional().describe("The caller's own id, if sent."),
  name: z.string().max(maxNameLength).describe("The caller's name."),
  email: z
    .string()
    .max(maxEmailLength)
    .optional()
    .describe("An e-mail address. An empty string removes it; unchanged if omitted."),
  phoneNumber: z.string().describe("The caller's current number, or a new one."),
  otp: z.string().optional().describe("The code sent to the new number; only for a new number."),
  presentOtp: z.string().optional().describe("The code sent to the current number; only for a new number."),
};

export function userRoutes({ users }: { users: UserService }): RestRoute[] {
  return [
    restRoute({
      method: "GET",
      url: "/api/user/:userId",
      action: "getUser",
      operationId: "getUser",
      summary: "The caller's profile",
      description: "Returns only the caller's profile; other ids give 404.",
      place: "query",
      parameters: { userId: z.uuid().describe("The caller's `userId`.") },
      response: dataResponse(restUser),
      errorResponses: { 404: absent.caller },
      handle: async ({ caller, parameters }) => ({
        data: toRestUser(await users.getUser(caller, parameters.getId("userId"))),
      }),
    }),
    restRoute({
      method: "PUT",
      url: "/api/user",
      action: "updateProfile",
      operationId: "updateUser",
      summary: "Update the caller's profile",
      description:
        "A new number requires two codes from `/api/home/userotp`: one sent to it and one sent to the current number. All other sessions of the account then end.",
      place: "body",
      parameters: sentProfile,
      response: dataResponse(restUser).extend({
        message: z.literal("Profile Updated").describe("A message for the user."),
      }),
      errorResponses: {
        404: absent.caller,
        409: "The new number already has an account.",
        429: "Too many attempts from this IP address.",
      },
      handle: async ({ caller, parameters }) => {
        // Accepts only the caller's own id. Any other id is treated like one that does not exist.
        const { userId } = requireSession(caller);
        await users.getUser(caller, parameters.findId("userId") || userId);
        const user = await users.updateProfile(caller, {
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
