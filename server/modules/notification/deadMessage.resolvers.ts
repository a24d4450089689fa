import type { ResolversOf } from "../../graphql/completeResolvers";
import { toPayload } from "../../graphql/payload";

export const messageQueries: Pick<ResolversOf<"Query">, "staffDeadMessages"> = {
  staffDeadMessages: (_root, { first, after }, { services, viewer }) =>
    services.messageDesk.pageDead(viewer, { first: first ?? 50, after }),
};

export const messageMutations: Pick<ResolversOf<"Mutation">, "staffRetryMessage"> = {
  staffRetryMessage: (_root, { input }, { services, viewer }) =>
    toPayload("notificationId", () => services.messageDesk.retry(viewer, input.notificationId)),
};

export const messageTypes: { StaffQueueCounts: ResolversOf<"StaffQueueCounts"> } = {
  StaffQueueCounts: {
    deadMessages: (_counts, _args, { services }) => services.messageDesk.countDead(),
  },
};
