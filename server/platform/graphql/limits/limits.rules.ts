/**
 * The limits and the cost of an operation over HTTP. The numbers are in docs/operations.md. `limits.test.ts` checks
 * that the client's operations need at most half of each limit, or two thirds of depth and fields.
 */

/**
 * Limits that are checked before execution. An operation that exceeds one is rejected with 400 and a message that names
 * the limit.
 */
export const limits = {
  /** Tokens of the document (graphql-js does not count comments); checked during parsing. */
  tokens: 1_000,
  /**
   * Nesting of fields; a root field has depth 1. Fields below `__schema` and `__type` are limited by a rule of
   * graphql-js instead.
   */
  depth: 12,
  /** Aliased fields; those of a fragment count for each spread. */
  aliases: 30,
  /**
   * All fields; those of a fragment count for each spread. Low, because some validation rules compare each field with
   * every other.
   */
  fields: 300,
  rootFields: 10,
  /** Directives anywhere in the operation. */
  directives: 20,
  /** Points of query cost (see below). */
  cost: 60_000,
  /** Points of query cost of the fields below `__schema` and `__type`. */
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

export function describeExcess(limit: keyof typeof labels, found: number): string {
  const amount = found > 1_000_000_000 ? "far more" : String(found);
  return `The operation has ${amount} ${labels[limit]}; the limit is ${limits[limit]}`;
}

/*
 * Cost approximates the number of values in the response. Each field is one point, multiplied by the number of its
 * parent objects: the requested maximum, or the assumed length of a list. Fields that are fetched or computed cost more
 * than fields in memory. A repeated field counts each time, although GraphQL merges the repetitions.
 */

/** Points of the field itself, by `Type.field`; 1 by default. */
const points: Record<string, number> = {
  // One database query.
  "Query.me": 10,
  "Query.visaRequest": 10,
  "Query.myVisaRequests": 10,
  "Query.partnerEvents": 10,
  "Query.partnerApplications": 10,
  "Query.webhookEndpoints": 10,
  "WebhookEndpoint.attempts": 5,
  "WebhookEndpoint.failedDeliveries": 5,
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
  // Five counts with one query each, one of which sums the files of all applications.
  "Partner.used": 50,
  "Partner.usage": 10,
  // A query and an audit event.
  "Query.staffVisaRequest": 50,
  "StaffQueueItem.assignedTo": 5,
  "StaffCase.assignedTo": 5,
  "StaffCase.applicants": 5,
  "StaffCase.payments": 5,
  "StaffCase.trail": 10,
  "StaffCase.notes": 5,
  "Query.staffOlderChanges": 10,
  "StaffApplicant.samePassportIn": 5,
  "StaffApplicant.corrections": 5,
  "StaffPaper.verdict": 5,
  "StaffVerdict.by": 5,
  "VisaApplicant.corrections": 5,
  "Query.staffCountries": 10,
  "Query.staffCountry": 10,
  "Query.staffDueRequirements": 10,
  "StaffCountry.changes": 5,
};

/** Cost of a mutation, which may write, send an SMS or call the gateway. */
export const pointsOfMutation = 100;
/** Cost of a REST call that only reads; other calls cost as much as a mutation. Only partners' calls are counted. */
export const pointsOfRead = 10;

/** Assumed length of lists without `first`, by `Type.field`; `usualLength` by default. */
const lengths: Record<string, number> = {
  "Query.partnerApplications": 100,
  "VisaCountry.visas": 8,
  "Partner.usage": 30,
  "StaffCase.trail": 200,
  "StaffCase.notes": 20,
  "WebhookEndpoint.attempts": 20,
  "StaffApplicant.papers": 10,
  "Query.staffCountries": 60,
  "Query.staffDueRequirements": 60,
  "StaffCountry.visas": 8,
  "__Schema.types": 100,
  "__Type.fields": 10,
  "__Type.inputFields": 10,
  "__Field.args": 2,
  "__Type.possibleTypes": 3,
  "__Type.interfaces": 1,
};

const usualLength = 5;

/** Maximum length of a list: pages have at most 100 entries, and there are fewer than 250 countries. */
const maxListLength = 250;

/** Returns the cost of one field without its subfields, in points. */
export function fieldPoints(type: string, field: string): number {
  return type === "Mutation" ? pointsOfMutation : (points[`${type}.${field}`] ?? 1);
}

/**
 * Returns the assumed length of a list, by which the cost of its subfields is multiplied. `first` is the value of the
 * argument, if any; an invalid value counts as the maximum.
 */
export function listLength(type: string, field: string, first: unknown): number {
  if (first === undefined || first === null) return lengths[`${type}.${field}`] ?? usualLength;
  if (typeof first !== "number" || !(first <= maxListLength)) return maxListLength;
  return Math.max(first, 1);
}

/**
 * True if an operation may contain the mutation only once. This applies to login codes and payments, because one
 * request could otherwise guess many codes or send many SMS.
 */
export function isOncePerOperation(mutation: string, inputFields: readonly string[]): boolean {
  return /otp|payment|refund/i.test(mutation) || inputFields.includes("otp");
}
