import DataLoader from "dataloader";
import { toPayload } from "../../platform/graphql/payload";
import type { ResolverContext, ResolversOf } from "../completeResolvers";
import type { VisaRequestEntity, VisaRequestEventEntity } from "./visaRequest.entity";
import type { CatalogueService } from "../catalogue/catalogue.service";
import type { VisaRequestService } from "./visaRequest.service";

type Context = ResolverContext<
  { catalogue: CatalogueService; visaRequests: VisaRequestService },
  VisaRequestLoaders
>;

export const visaRequestQueries: Pick<
  ResolversOf<"Query", Context>,
  "myVisaRequests" | "priceQuote" | "visaRequest"
> = {
  myVisaRequests: (_root, { first, after, includeEmptyCancelled }, { services, caller }) =>
    services.visaRequests.pageMine(caller, {
      first: first ?? 20,
      after,
      includeEmptyCancelled: includeEmptyCancelled ?? true,
    }),
  priceQuote: (_root, { visaId, ...wanted }, { services, caller }) =>
    services.visaRequests.quotePrice(caller, visaId, withoutNulls(wanted)) ?? null,
  visaRequest: async (_root, { visaRequestId }, { services, caller }) =>
    (await services.visaRequests.findRequest(caller, visaRequestId)) ?? null,
};

/** Removes arguments whose value is null: they count as omitted. */
function withoutNulls<T extends object>(given: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null)) as {
    [K in keyof T]?: NonNullable<T[K]>;
  };
}

export const visaRequestMutations: Pick<
  ResolversOf<"Mutation", Context>,
  "createVisaRequest" | "cancelVisaRequest"
> = {
  createVisaRequest: async (_root, { input }, { services, caller }) => {
    let started: VisaRequestEntity | undefined;
    const payload = await toPayload("visaRequest", async () => {
      if (!input.unlessStarted) return services.visaRequests.create(caller, input);
      const outcome = await services.visaRequests.createUnlessStarted(caller, input);
      if ("made" in outcome) return outcome.made;
      ({ started } = outcome);
      return null;
    });
    return { ...payload, started: started ?? null };
  },
  cancelVisaRequest: (_root, { input }, { services, caller }) =>
    toPayload("visaRequest", () => services.visaRequests.cancel(caller, input.visaRequestId)),
};

export const visaRequestFields: Pick<
  ResolversOf<"VisaRequest", Context>,
  "externalReference" | "timeline" | "visa"
> = {
  externalReference: ({ userId, externalReference }, _args, { caller }) =>
    caller.session?.userId === userId ? externalReference : null,
  timeline: ({ visaRequestId }, _args, { loaders }) => loaders.timelineOfRequest.load(visaRequestId),
  visa: ({ visaId }, _args, { services }) => services.catalogue.findVisaById(visaId) ?? null,
};

/** Loaders of applications. */
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
