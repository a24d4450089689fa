import type { ResolverContext, ResolversOf } from "../completeResolvers";
import { toPayload } from "../../platform/graphql/payload";
import type { DeadMessageService } from "./deadMessage.service";

type Context = ResolverContext<{ deadMessages: DeadMessageService }>;

export const deadMessageQueries: Pick<ResolversOf<"Query", Context>, "staffDeadMessages"> = {
  staffDeadMessages: (_root, { first, after }, { services, viewer }) =>
    services.deadMessages.pageDead(viewer, { first: first ?? 50, after }),
};

export const deadMessageMutations: Pick<ResolversOf<"Mutation", Context>, "staffRetryMessage"> = {
  staffRetryMessage: (_root, { input }, { services, viewer }) =>
    toPayload("notificationId", () => services.deadMessages.retry(viewer, input.notificationId)),
};

/** The number of dead messages, as part of the queue's counts. */
export const queueMessageFields: Pick<ResolversOf<"StaffQueueCounts", Context>, "deadMessages"> = {
  deadMessages: (_counts, _args, { services }) => services.deadMessages.countDead(),
};
