import { toPayload } from "../../graphql/payload";
import type { ResolversOf } from "../../graphql/completeResolvers";

export const visaRequestQueries: Pick<ResolversOf<"Query">, "myVisaRequests" | "visaRequest"> = {
  myVisaRequests: (_root, { first, after }, { services, viewer }) =>
    services.visaRequests.pageMine(viewer, { first: first ?? 20, after }),
  visaRequest: async (_root, { visaRequestId }, { services, viewer }) =>
    (await services.visaRequests.findRequest(viewer, visaRequestId)) ?? null,
};

export const visaRequestMutations: Pick<
  ResolversOf<"Mutation">,
  "createVisaRequest" | "cancelVisaRequest"
> = {
  createVisaRequest: (_root, { input }, { services, viewer }) =>
    toPayload("visaRequest", () => services.visaRequests.create(viewer, input)),
  cancelVisaRequest: (_root, { input }, { services, viewer }) =>
    toPayload("visaRequest", () => services.visaRequests.cancel(viewer, input.visaRequestId)),
};

export const visaRequestFields: Pick<ResolversOf<"VisaRequest">, "timeline" | "visa"> = {
  timeline: ({ visaRequestId }, _args, { loaders }) => loaders.timelineOfRequest.load(visaRequestId),
  visa: ({ visaId }, _args, { services }) => services.catalogue.findVisaById(visaId) ?? null,
};
