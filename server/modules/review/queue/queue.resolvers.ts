import type { ResolversOf } from "../../completeResolvers";

export const queueQueries: Pick<ResolversOf<"Query">, "staffVisaRequests" | "staffQueueCounts"> = {
  staffVisaRequests: (_root, { filter, search, first, after }, { services, viewer }) =>
    services.queue.pageQueue(viewer, { filter, search, first: first ?? 50, after }),
  staffQueueCounts: (_root, _args, { services, viewer }) => services.queue.countQueue(viewer),
};

export const queueTypes: { StaffQueueItem: ResolversOf<"StaffQueueItem"> } = {
  StaffQueueItem: {
    isOverdue: (request, _args, { services }) => services.queue.isOverdue(request),
    assignedTo: ({ assignedStaffId }, _args, { loaders }) => loaders.assignedStaff(assignedStaffId),
  },
};
