import { toPayload } from "../../platform/graphql/payload";
import type { ResolversOf } from "../completeResolvers";
import type { VisaRequestEntity } from "./visaRequest.entity";

export const visaRequestQueries: Pick<ResolversOf<"Query">, "myVisaRequests" | "visaRequest"> = {
  myVisaRequests: (_root, { first, after, includeEmptyCancelled }, { services, viewer }) =>
    services.visaRequests.pageMine(viewer, {
      first: first ?? 20,
      after,
      includeEmptyCancelled: includeEmptyCancelled ?? true,
    }),
  visaRequest: async (_root, { visaRequestId }, { services, viewer }) =>
    (await services.visaRequests.findRequest(viewer, visaRequestId)) ?? null,
};

export const visaRequestMutations: Pick<
  ResolversOf<"Mutation">,
  "createVisaRequest" | "cancelVisaRequest"
> = {
  createVisaRequest: async (_root, { input }, { services, viewer }) => {
    let started: VisaRequestEntity | undefined;
    const payload = await toPayload("visaRequest", async () => {
      if (!input.unlessStarted) return services.visaRequests.create(viewer, input);
      const outcome = await services.visaRequests.createUnlessStarted(viewer, input);
      if ("made" in outcome) return outcome.made;
      ({ started } = outcome);
      return null;
    });
    return { ...payload, started: started ?? null };
  },
  cancelVisaRequest: (_root, { input }, { services, viewer }) =>
    toPayload("visaRequest", () => services.visaRequests.cancel(viewer, input.visaRequestId)),
};

export const visaRequestFields: Pick<ResolversOf<"VisaRequest">, "timeline" | "visa"> = {
  timeline: ({ visaRequestId }, _args, { loaders }) => loaders.timelineOfRequest.load(visaRequestId),
  visa: ({ visaId }, _args, { services }) => services.catalogue.findVisaById(visaId) ?? null,
};
