import DataLoader from "dataloader";
import type { ApplicantView } from "../modules/applicant/applicantView";
import type { VisaRequestEventEntity } from "../modules/visaRequest/visaRequest.entity";
import type { Services } from "../services";

export type Loaders = ReturnType<typeof makeLoaders>;

/** One set for each operation: what a list of requests needs is fetched for all of them at once. */
export function makeLoaders({ applicants, visaRequests }: Services) {
  return {
    applicantsOfRequest: new DataLoader<string, ApplicantView[]>(async (requestIds) =>
      groupByRequest(requestIds, await applicants.listOf(requestIds)),
    ),
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
