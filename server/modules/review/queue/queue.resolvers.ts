import type { ResolverContext, ResolversOf } from "../../completeResolvers";
import type { QueueService } from "./queue.service";
import type { StaffLoaders } from "../../staff/staff.resolvers";

type Context = ResolverContext<{ queue: QueueService }, StaffLoaders>;

export const queueQueries: Pick<ResolversOf<"Query", Context>, "staffVisaRequests" | "staffQueueCounts"> = {
  staffVisaRequests: (_root, { filter, search, first, after }, { services, caller }) =>
    services.queue.pageQueue(caller, { filter, search, first: first ?? 50, after }),
  staffQueueCounts: (_root, _args, { services, caller }) => services.queue.countQueue(caller),
};

export const queueTypes: { StaffQueueItem: ResolversOf<"StaffQueueItem", Context> } = {
  StaffQueueItem: {
    isOverdue: (request, _args, { services }) => services.queue.isOverdue(request),
    assignedTo: ({ assignedStaffId }, _args, { loaders }) => loaders.assignedStaff(assignedStaffId),
  },
};
