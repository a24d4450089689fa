import DataLoader from "dataloader";
import type { ApplicantView } from "../modules/applicant/applicantView";
import type { RequestMoney } from "../modules/payment/requestMoney";
import type { VisaRequestEventEntity } from "../modules/visaRequest/visaRequest.entity";
import type { Services } from "../services";

export type Loaders = ReturnType<typeof makeLoaders>;

/** One set for each operation: what a list of requests needs is fetched for all of them at once. */
export function makeLoaders({ applicants, refundDecisions, visaRequests }: Services) {
  return {
    applicantsOfRequest: new DataLoader<string, ApplicantView[]>(async (requestIds) =>
      groupByRequest(requestIds, await applicants.listOf(requestIds)),
    ),
    moneyOfRequest: new DataLoader<string, RequestMoney>(async (requestIds) => {
      const money = await refundDecisions.findMoney(requestIds);
      return requestIds.map((requestId) => money.get(requestId)!);
    }),
    timelineOfRequest: new DataLoader<string, VisaRequestEventEntity[]>(async (requestIds) =>
      groupByRequest(requestIds, await visaRequests.findTimelines(requestIds)),
    ),
  };
}

function groupByRequest<Row extends { visaRequestId: string }>(
  requestIds: readonly string[],
  rows: readonly Row[],
): Row[][] {
  return requestIds.map((requestId) => rows.filter(({ visaRequestId }) => visaRequestId === requestId));
}
