import { ask, ownRequest, readOperation, type HttpRequest } from "../workloads";
import type { BenchData, SignedIn } from "../data";

/** Requests that are measured at each size, one after another. */
export interface Question {
  title: string;
  /** The text with which every correct response begins, and no wrong one. */
  mark: string;
  requests: readonly HttpRequest[];
}

const ownList = readOperation("myVisaRequests");
const queue = readOperation("staffQueue");
const counts = readOperation("staffQueueCounts");
const whoAmI = "query staffMe { staffMe { staffId } }";

/** Rotates through many users, because of the rate limits per person. */
export function makeQuestions({ owners }: BenchData, staff: readonly SignedIn[]): Question[] {
  const page = `{"data":{"staffVisaRequests":{"nodes":[{`;
  const ofStaff = (name: string, query: string, variables: object) =>
    staff.map((one) => ask(one, name, query, variables));
  return [
    {
      title: "own request",
      mark: `{"data":{"visaRequest":{`,
      requests: owners.map((one) =>
        ask(one, "visaRequestDetails", ownRequest, { visaRequestId: one.visaRequestId }),
      ),
    },
    {
      title: "own list",
      mark: `{"data":{"myVisaRequests":{`,
      requests: owners.map((one) => ask(one, "myVisaRequests", ownList, { first: 20 })),
    },
    { title: "queue, first page", mark: page, requests: ofStaff("staffQueue", queue, { first: 50 }) },
    {
      title: "queue, overdue",
      mark: page,
      requests: ofStaff("staffQueue", queue, { first: 50, filter: { overdue: true } }),
    },
    {
      title: "queue counts",
      mark: `{"data":{"staffQueueCounts":{`,
      requests: ofStaff("staffQueueCounts", counts, {}),
    },
    { title: "staff, nothing else", mark: `{"data":{"staffMe":{`, requests: ofStaff("staffMe", whoAmI, {}) },
  ];
}
