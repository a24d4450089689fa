import type { ResolverContext, ResolversOf } from "../completeResolvers";
import { toPayload } from "../../platform/graphql/payload";
import type { FailedMessageService } from "./failedMessage.service";

type Context = ResolverContext<{ failedMessages: FailedMessageService }>;

export const failedMessageQueries: Pick<ResolversOf<"Query", Context>, "staffDeadMessages"> = {
  staffDeadMessages: (_root, { first, after }, { services, caller }) =>
    services.failedMessages.pageFailed(caller, { first: first ?? 50, after }),
};

export const failedMessageMutations: Pick<ResolversOf<"Mutation", Context>, "staffRetryMessage"> = {
  staffRetryMessage: (_root, { input }, { services, caller }) =>
    toPayload("notificationId", () => services.failedMessages.retry(caller, input.notificationId)),
};

/** The number of failed messages, as part of the queue's counts. */
export const queueMessageFields: Pick<ResolversOf<"StaffQueueCounts", Context>, "deadMessages"> = {
  deadMessages: (_counts, _args, { services }) => services.failedMessages.countFailed(),
};
