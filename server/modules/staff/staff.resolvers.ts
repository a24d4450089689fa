import type { ResolversOf } from "../../graphql/completeResolvers";

export const staffQueries: Pick<ResolversOf<"Query">, "staffMe"> = {
  staffMe: (_root, _args, { services, viewer }) => services.staff.requireStaff(viewer),
};

/** Whether an account is one of our staff. */
export const userStaffFields: Pick<ResolversOf<"User">, "isStaff"> = {
  isStaff: ({ userId }, _args, { services }) => services.staff.isStaff(userId),
};
