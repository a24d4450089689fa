import type { ResolversOf } from "../../graphql/completeResolvers";

export const staffQueries: Pick<ResolversOf<"Query">, "staffMe"> = {
  staffMe: (_root, _args, { services, viewer }) => services.staff.requireStaff(viewer),
};
