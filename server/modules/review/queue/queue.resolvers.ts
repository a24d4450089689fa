import type { ResolverContext, PartialResolvers } from "../../completeResolvers";
import type { QueueService } from "./queue.service";
import type { StaffLoaders } from "../../staff/staff.resolvers";

type Context = ResolverContext<{ queue: QueueService }, StaffLoaders>;

export const queueResolvers = {
  Query: {
    staffVisaRequests: (_root, { filter, search, first, after }, { services, caller }) =>
      services.queue.pageQueue(caller, { filter, search, first: first ?? 50, after }),
    staffQueueCounts: (_root, _args, { services, caller }) => services.queue.countQueue(caller),
  },
  StaffQueueItem: {
    isOverdue: (request, _args, { services }) => services.queue.isOverdue(request),
    assignedTo: ({ assignedStaffId }, _args, { loaders }) => loaders.assignedStaff(assignedStaffId),
  },
} satisfies PartialResolvers<Context>;
