import { DomainError } from "../../errors";
import type { RestRoute } from "../../rest/restRoute";
import type { Services } from "../../services";

export function authRoutes({ auth }: Services): RestRoute[] {
  return [
    {
      method: "POST",
      url: "/api/home/userotp",
      isOpen: true,
      handle: async ({ viewer, parameters }) => {
        await auth.requestOtp(viewer, { phoneNumber: parameters.find("phoneNumber") ?? "" });
        return {};
      },
    },
    {
      method: "POST",
      url: "/api/home/verifyotp",
      isOpen: true,
      handle: async ({ viewer, parameters }) => {
        const phoneNumber = parameters.find("phoneNumber") ?? "";
        try {
          const { token, expiration, user } = await auth.verifyOtp(viewer, {
            phoneNumber,
            otp: parameters.find("otp") ?? "",
          });
          return { data: "Login successful", token, expiration, userId: user.userId };
        } catch (error) {
          // The documented client looks for this in the body of an HTTP 200 (spec §7.2, contract §3).
          if (error instanceof DomainError && error.code.startsWith("OTP_"))
            return { statusCode: 500, data: error.message };
          throw error;
        }
      },
    },
  ];
}
