import { toPayload, userErrorsOf } from "../../platform/graphql/payload";
import type { ResolversOf } from "../completeResolvers";

export const staffQueries: Pick<ResolversOf<"Query">, "staffMe" | "staffSecondFactor"> = {
  staffSecondFactor: (_root, _args, { services, viewer }) => services.secondFactors.findState(viewer),
  staffMe: (_root, _args, { services, viewer }) => services.staff.requireStaff(viewer),
};

export const staffMutations: Pick<
  ResolversOf<"Mutation">,
  "staffBeginSecondFactor" | "staffGiveSecondFactor"
> = {
  staffBeginSecondFactor: (_root, _args, { services, viewer }) =>
    toPayload("enrolment", () => services.secondFactors.begin(viewer)),
  staffGiveSecondFactor: async (_root, { input }, { services, viewer }) => {
    try {
      await services.secondFactors.give(viewer, input.code);
      return { isGiven: true, userErrors: [] };
    } catch (error) {
      return { isGiven: false, userErrors: userErrorsOf(error) };
    }
  },
};

export const userStaffFields: Pick<ResolversOf<"User">, "isStaff"> = {
  isStaff: ({ userId }, _args, { services }) => services.staff.isStaff(userId),
};
