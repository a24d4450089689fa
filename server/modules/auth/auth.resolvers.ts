import { findDeviceChallenge } from "./deviceCheck.service";
import { toUserErrors, toPayload } from "../../platform/graphql/payload";
import type { ResolverContext, PartialResolvers } from "../completeResolvers";
import type { AuthService } from "./auth.service";
import type { OlderAccountService } from "./olderAccount.service";
import type { LoginCodeService } from "./loginCode.service";
import type { SessionService } from "./session.service";

type Context = ResolverContext<{
  auth: AuthService;
  olderAccounts: OlderAccountService;
  loginCodes: LoginCodeService;
  sessions: SessionService;
}>;

export const authResolvers = {
  Query: {
    mySessions: (_root, _args, { services, caller }) => services.sessions.list(caller),
  },
  Mutation: {
    requestOtp: async (_root, { input }, { services, caller }) => {
      try {
        return { ...(await services.loginCodes.send(caller, input)), userErrors: [] };
      } catch (error) {
        const userErrors = toUserErrors(error);
        return { sent: false, deviceChallenge: findDeviceChallenge(error), userErrors };
      }
    },
    verifyOtp: (_root, { input }, { services, caller }) =>
      toPayload("session", () => services.auth.verifyOtp(caller, { ...input, isDevice: true })),
    logout: async (_root, _args, { services, caller }) => {
      await services.sessions.logout(caller);
      return { loggedOut: true, userErrors: [] };
    },
    logoutEverywhere: async (_root, _args, { services, caller }) => {
      await services.sessions.logoutEverywhere(caller);
      return { loggedOut: true, userErrors: [] };
    },
    endSession: async (_root, { input }, { services, caller }) => {
      await services.sessions.end(caller, input.sessionId);
      return { ended: true, userErrors: [] };
    },
    confirmIdentity: (_root, { input }, { services, caller }) =>
      toPayload("session", () => services.olderAccounts.confirm(caller, input)),
  },
  /** An archived account that the caller's number used to open. */
  User: {
    olderAccount: async (user, _args, { services, caller }) => {
      const triesLeft = await services.olderAccounts.findAttemptsLeft(caller, user);
      return triesLeft === undefined ? null : { triesLeft };
    },
  },
} satisfies PartialResolvers<Context>;
