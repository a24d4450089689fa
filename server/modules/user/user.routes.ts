import type { RestRoute } from "../../rest/restRoute";
import type { Services } from "../../services";
import { requireSession } from "../../viewer";
import type { UserEntity } from "./user.entity";

export function userRoutes({ users }: Services): RestRoute[] {
  return [
    {
      method: "GET",
      url: "/api/user/:userId",
      handle: async ({ viewer, parameters }) => ({
        data: toRestUser(await users.getUser(viewer, parameters.get("userId"))),
      }),
    },
    {
      method: "PUT",
      url: "/api/user",
      handle: async ({ viewer, parameters }) => {
        // Only the caller's own: another's id is as good as an absent one.
        const { userId } = requireSession(viewer);
        await users.getUser(viewer, parameters.find("userId") ?? userId);
        const user = await users.updateProfile(viewer, {
          name: parameters.find("name") ?? "",
          email: parameters.find("email"),
          phoneNumber: parameters.find("phoneNumber") ?? "",
          otp: parameters.find("otp"),
        });
        return { data: toRestUser(user), message: "Profile Updated" };
      },
    },
  ];
}

function toRestUser({ userId, name, phoneNumber, email }: UserEntity) {
  return { userId, name, phoneNumber, email };
}
