import { isDay } from "../../../server/core/day.rules";
import type { StaffQueueFilter } from "../../schemaTypes.generated";

/** The filters of the queue, as in the address. */
export interface ShownQueue {
  status: string;
  country: string;
  from: string;
  to: string;
  assigned: string;
  overdue: boolean;
  money: string;
  /** The search text; if set, filters are ignored. */
  search: string;
}

export type ShowQueue = (change: (present: ShownQueue) => ShownQueue) => void;

/** Staff labels of the statuses, in the order of the filter's options. */
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

const nameIn = <Name extends string>(names: Record<Name, string>, text: string): Name | undefined =>
  Object.hasOwn(names, text) ? (text as Name) : undefined;

/** Reads the filters from the address; invalid values are ignored. */
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

export const wholeQueue = readShown(new URLSearchParams());

/** Returns the query for the filters, without unset ones. */
export function toQuery(props: ShownQueue): URLSearchParams {
  const { status, country, from, to, assigned, overdue, money, search } = props;
  const all = { status, country, from, to, assigned, overdue: overdue ? "yes" : "", money, q: search };
  return new URLSearchParams(Object.entries(all).filter(([, value]) => value !== ""));
}

export function toFilter(props: ShownQueue): StaffQueueFilter {
  const { status, country, from, to, assigned, overdue, money } = props;
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
