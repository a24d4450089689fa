import { isDay } from "../../../server/core/day.rules";
import type { StaffQueueFilter } from "../../schemaTypes.generated";

/** What of the queue is shown, as it stands in the address. */
export interface ShownQueue {
  status: string;
  country: string;
  from: string;
  to: string;
  assigned: string;
  overdue: boolean;
  money: string;
  /** What is searched for; the filter is left aside then. */
  search: string;
}

/** Changes what is shown, from what is shown at that moment. */
export type ShowQueue = (change: (present: ShownQueue) => ShownQueue) => void;

/** Statuses by what staff call them, in the order of the life of an application. */
export const statusNames = {
  SUBMITTED: "Submitted",
  PROCESSING: "In review",
  ACTION_REQUIRED: "Waiting for the traveller",
  APPROVED: "Approved",
  REJECTED: "Rejected",
  PENDING: "Not paid",
  CANCELLED: "Cancelled",
} as const;
export const moneyNames = { TO_DECIDE: "Refunds to decide", DUE: "Refunds pending" } as const;
export const assignmentNames = { MINE: "Me", NOBODY: "Nobody" } as const;

export const wholeQueue: ShownQueue = {
  status: "",
  country: "",
  from: "",
  to: "",
  assigned: "",
  overdue: false,
  money: "",
  search: "",
};

const nameIn = <Name extends string>(names: Record<Name, string>, text: string): Name | undefined =>
  Object.hasOwn(names, text) ? (text as Name) : undefined;

/** Reads the address; what is no filter there counts as none. */
export function readShown(query: URLSearchParams): ShownQueue {
  const text = (name: string) => query.get(name) ?? "";
  const day = (name: string) => (isDay(text(name)) ? text(name) : "");
  return {
    status: nameIn(statusNames, text("status")) ?? "",
    country: text("country"),
    from: day("from"),
    to: day("to"),
    assigned: nameIn(assignmentNames, text("assigned")) ?? "",
    overdue: text("overdue") === "yes",
    money: nameIn(moneyNames, text("money")) ?? "",
    search: text("q"),
  };
}

/** The address of what is shown; what is not asked for is not in it. */
export function toQuery({
  status,
  country,
  from,
  to,
  assigned,
  overdue,
  money,
  search,
}: ShownQueue): URLSearchParams {
  const all = { status, country, from, to, assigned, overdue: overdue ? "yes" : "", money, q: search };
  return new URLSearchParams(Object.entries(all).filter(([, value]) => value !== ""));
}

/** The same as the server is asked. */
export function toFilter({
  status,
  country,
  from,
  to,
  assigned,
  overdue,
  money,
}: ShownQueue): StaffQueueFilter {
  return {
    status: nameIn(statusNames, status),
    countryName: country || undefined,
    expectedFrom: from || undefined,
    expectedTo: to || undefined,
    assigned: nameIn(assignmentNames, assigned),
    overdue: overdue || undefined,
    money: nameIn(moneyNames, money),
  };
}

export function isWholeQueue(shown: ShownQueue): boolean {
  return toQuery(shown).size === 0;
}
