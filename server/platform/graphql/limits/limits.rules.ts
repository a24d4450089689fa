/**
 * What one operation may ask for over HTTP, and how its cost is reckoned. The numbers are those of docs/operations.md;
 * `limits.test.ts` holds the client's own operations to half of each, and to two thirds of depth and fields.
 */

/** Each is checked before anything is executed; past one, the response is 400 and names it. */
export const limits = {
  /** Words, names and signs of the document (graphql-js counts no comments); checked while it is parsed. */
  tokens: 1_000,
  /**
   * Fields inside fields, the outermost counted as 1. Below `__schema` and `__type` graphql-js has a rule of its own.
   */
  depth: 12,
  /** Fields with a name of their own, each as often as a fragment brings it in. */
  aliases: 30,
  /**
   * All fields, each as often as a fragment brings it in. Some validation rules compare each field with each other.
   */
  fields: 300,
  /** Fields at the top. */
  rootFields: 10,
  /** Directives on anything in the operation. */
  directives: 20,
  /** See `costOf…` below. */
  cost: 60_000,
  /** The same for what is asked under `__schema` and `__type`. */
  introspectionCost: 250_000,
} as const;

export type LimitName = keyof typeof limits;

const labels: Record<Exclude<LimitName, "tokens">, string> = {
  depth: "levels of fields",
  aliases: "aliases",
  fields: "fields",
  rootFields: "fields at the top",
  directives: "directives",
  cost: "points of cost",
  introspectionCost: "points of cost for introspection",
};

/** What to tell somebody whose operation is past a limit. */
export function describeExcess(limit: keyof typeof labels, found: number): string {
  const amount = found > 1_000_000_000 ? "far more" : String(found);
  return `The operation has ${amount} ${labels[limit]}; the limit is ${limits[limit]}`;
}

/*
 * Cost is about the number of values in the response: each field is one point, an object's fields count as often as the
 * object can be there, and what has to be fetched or done costs more than what is in memory. A field that is asked
 * for twice is counted twice, even where GraphQL merges the two.
 */

/** Points for the field itself, by `Type.field`; 1 where it is not here. */
const points: Record<string, number> = {
  // One query of the database.
  "Query.me": 10,
  "Query.visaRequest": 10,
  "Query.myVisaRequests": 10,
  "VisaRequest.visaApplicants": 5,
  "VisaRequest.timeline": 5,
  "VisaRequest.accessLog": 5,
  "VisaRequest.refundOffer": 5,
  "VisaRequest.refund": 5,
  "VisaRequest.receipt": 5,
  "User.erasureBlockedBy": 5,
  "User.isStaff": 5,
  "Query.staffMe": 10,
  "Query.staffRefundOffers": 10,
  "StaffCase.moneyTasks": 5,
  "Query.staffVisaRequests": 10,
  "Query.staffQueueCounts": 20,
  "Query.staffDeadMessages": 10,
  "StaffQueueCounts.deadMessages": 5,
  // A query and a line in the audit log.
  "Query.staffVisaRequest": 50,
  "StaffQueueItem.assignedTo": 5,
  "StaffCase.assignedTo": 5,
  "StaffCase.applicants": 5,
  "StaffCase.payments": 5,
  "StaffCase.trail": 5,
  "StaffCase.notes": 5,
  "StaffApplicant.samePassportIn": 5,
  "StaffApplicant.corrections": 5,
  "StaffPaper.verdict": 5,
  "StaffVerdict.by": 5,
  "VisaApplicant.corrections": 5,
  "Query.staffCountries": 10,
  "Query.staffCountry": 10,
  "StaffCountry.changes": 5,
};

/** A write, a code by SMS or a call of the gateway. */
const pointsOfMutation = 100;

/** How many things a list holds that has no `first`, by `Type.field`; `usualLength` where it is not here. */
const lengths: Record<string, number> = {
  "VisaCountry.visas": 8,
  "StaffCase.trail": 100,
  "StaffCase.notes": 20,
  "StaffApplicant.papers": 10,
  "Query.staffCountries": 60,
  "StaffCountry.visas": 8,
  "__Schema.types": 100,
  "__Type.fields": 10,
  "__Type.inputFields": 10,
  "__Field.args": 2,
  "__Type.possibleTypes": 3,
  "__Type.interfaces": 1,
};

const usualLength = 5;

/** No list is longer: pages hold 100 at most, and there are fewer countries than that in the world. */
const maxListLength = 250;

/** Points of one field without what is below it. */
export function pointsOf(type: string, field: string): number {
  return type === "Mutation" ? pointsOfMutation : (points[`${type}.${field}`] ?? 1);
}

/**
 * How often what is below a list counts. `first` is the argument's value where there is one; nonsense counts as all.
 */
export function lengthOf(type: string, field: string, first: unknown): number {
  if (first === undefined || first === null) return lengths[`${type}.${field}`] ?? usualLength;
  if (typeof first !== "number" || !(first <= maxListLength)) return maxListLength;
  return Math.max(first, 1);
}

/**
 * Whether a mutation is one of those that an operation may have one of: codes for logging in and payments. A code
 * could otherwise be guessed, and an SMS sent, many times in one request.
 */
export function isOncePerOperation(mutation: string, inputFields: readonly string[]): boolean {
  return /otp|payment|refund/i.test(mutation) || inputFields.includes("otp");
}
