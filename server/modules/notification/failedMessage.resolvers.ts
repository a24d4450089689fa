import type { ResolverContext, PartialResolvers } from "../completeResolvers";
import { toPayload } from "../../platform/graphql/payload";
import type { FailedMessageService } from "./failedMessage.service";

type Context = ResolverContext<{ failedMessages: FailedMessageService }>;

export const failedMessageResolvers = {
  Query: {
    staffDeadMessages: (_root, { first, after }, { services, caller }) =>
      services.failedMessages.pageFailed(caller, { first: first ?? 50, after }),
  },
  Mutation: {
    staffRetryMessage: (_root, { input }, { services, caller }) =>
      toPayload("notificationId", () => services.failedMessages.retry(caller, input.notificationId)),
  },
  /** The number of failed messages, as part of the queue's counts. */
  StaffQueueCounts: {
    deadMessages: (_counts, _args, { services }) => services.failedMessages.countFailed(),
  },
} satisfies PartialResolvers<Context>;
