import DataLoader from "dataloader";
import { maxPerPage } from "../../core/paging";
import { spreadPayload, toPayload } from "../../platform/graphql/payload";
import type { ResolverContext, PartialResolvers } from "../completeResolvers";
import type { VisaRequestEventEntity } from "./visaRequest.entity";
import type { CatalogueService } from "../catalogue/catalogue.service";
import { requirementsFor } from "../catalogue/requirement/requirement.rules";
import type { PartnerLoaders } from "../partner/partner.resolvers";
import type { HandoverService } from "./handover/handover.service";
import { requoted } from "./newRequest.logic";
import { referenceFor } from "./partnerOrigin.rules";
import type { PartnerApplicationService } from "./partnerApplication.service";
import type { VisaRequestService } from "./visaRequest.service";

type Context = ResolverContext<
  {
    catalogue: CatalogueService;
    handovers: HandoverService;
    partnerApplications: PartnerApplicationService;
    visaRequests: VisaRequestService;
  },
  PartnerLoaders & VisaRequestLoaders
>;

export const visaRequestResolvers = {
  Query: {
    handover: async (_root, { token }, { services, caller }) => {
      const mobileEnding = await services.handovers.findEnding(caller, token);
      return mobileEnding === undefined ? null : { mobileEnding };
    },
    myVisaRequests: (_root, { first, after, includeEmptyCancelled }, { services, caller }) =>
      services.visaRequests.pageMine(caller, {
        first: first ?? 20,
        after,
        includeEmptyCancelled: includeEmptyCancelled ?? true,
      }),
    partnerApplications: (_root, { first, after, ...filter }, { services, caller }) =>
      services.partnerApplications.page(caller, filter, { first: first ?? maxPerPage, after }),
    priceQuote: (_root, { visaId, ...wanted }, { services, caller }) =>
      services.visaRequests.quotePrice(caller, visaId, wanted) ?? null,
    visaRequest: async (_root, { visaRequestId }, { services, caller }) =>
      (await services.visaRequests.findRequest(caller, visaRequestId)) ?? null,
  },
  Mutation: {
    createVisaRequest: (_root, { input }, { services, caller }) =>
      spreadPayload(async () => {
        const { request, isStarted } = await services.visaRequests.create(caller, input);
        return isStarted ? { started: request } : { visaRequest: request };
      }),
    createHandover: (_root, { input }, { services, caller }) =>
      toPayload("handover", () => services.handovers.create(caller, input)),
    takeHandover: (_root, { input }, { services, caller }) =>
      toPayload("visaRequest", () => services.handovers.take(caller, input.token)),
    cancelVisaRequest: (_root, { input }, { services, caller }) =>
      toPayload("visaRequest", () => services.visaRequests.cancel(caller, input.visaRequestId)),
  },
  VisaRequest: {
    preparedBy: ({ leadSource, userId }, _args, { loaders }) =>
      leadSource === "PARTNER" ? loaders.partnerName.load(userId) : null,
    externalReference: (request, _args, { caller }) => referenceFor(caller, request),
    expectedDate: (request, _args, { services }) => services.visaRequests.findExpectedDate(request),
    priceQuote: (request, counts) => requoted(request, counts),
    timeline: ({ visaRequestId }, _args, { loaders }) => loaders.timelineOfRequest.load(visaRequestId),
    requirements: async (request, { travelerType }, { services }) =>
      requirementsFor(await services.catalogue.findRequirements(request), travelerType),
    visa: ({ visaId }, _args, { services }) => services.catalogue.findVisaById(visaId) ?? null,
  },
  PartnerUsed: {
    openApplications: ({ partnerId }, _args, { services }) => services.visaRequests.countOpen(partnerId),
  },
} satisfies PartialResolvers<Context>;

export function visaRequestLoaders({ visaRequests }: { visaRequests: VisaRequestService }) {
  return {
    timelineOfRequest: new DataLoader<string, VisaRequestEventEntity[]>(async (requestIds) =>
      groupByRequest(requestIds, await visaRequests.findTimelines(requestIds)),
    ),
  };
}
export type VisaRequestLoaders = ReturnType<typeof visaRequestLoaders>;

/** Returns the rows of each application, in the order of the ids. */
export function groupByRequest<Row extends { visaRequestId: string }>(
  requestIds: readonly string[],
  rows: readonly Row[],
): Row[][] {
  return requestIds.map((requestId) => rows.filter(({ visaRequestId }) => visaRequestId === requestId));
}
