import { userErrorsOf, toPayload } from "../../graphql/payload";
import type { ResolversOf } from "../../graphql/completeResolvers";

type AuthMutations = Pick<
  ResolversOf<"Mutation">,
  "requestOtp" | "verifyOtp" | "logout" | "logoutEverywhere"
>;

export const authMutations: AuthMutations = {
  requestOtp: async (_root, { input }, { services, viewer }) => {
    try {
      return { ...(await services.auth.requestOtp(viewer, input)), userErrors: [] };
    } catch (error) {
      return { sent: false, userErrors: userErrorsOf(error) };
    }
  },
  verifyOtp: (_root, { input }, { services, viewer }) =>
    toPayload("session", () => services.auth.verifyOtp(viewer, { ...input, isDevice: true })),
  logout: async (_root, _args, { services, viewer }) => ({
    ...(await services.auth.logout(viewer)),
    userErrors: [],
  }),
  logoutEverywhere: async (_root, _args, { services, viewer }) => ({
    ...(await services.auth.logoutEverywhere(viewer)),
    userErrors: [],
  }),
};
