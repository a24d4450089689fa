/** The events that a partner receives about its applications. Pure. */

export const partnerEventTypes = [
  "application.paid",
  "application.payment_not_captured",
  "application.in_review",
  "application.action_required",
  "application.decided",
  "application.cancelled",
  "application.expected_date_changed",
  "application.handed_over",
  "application.changed_by_traveller",
  "application.personal_data_removed",
  "applicant.approved",
  "applicant.rejected",
  "refund.due",
  "refund.done",
  "refund.failed",
] as const;
export type PartnerEventType = (typeof partnerEventTypes)[number];

/** Days until an event is removed. */
export const eventDays = 30;

type Underscored<T extends string> = T extends `${infer A}.${infer B}` ? `${A}_${B}` : T;
/** The names of the types in GraphQL, whose enums cannot contain a dot. */
export type PartnerEventName = Uppercase<Underscored<PartnerEventType>>;

export function toEventName(type: PartnerEventType): PartnerEventName {
  return type.replace(".", "_").toUpperCase() as PartnerEventName;
}

const typeByName = new Map(partnerEventTypes.map((type) => [toEventName(type), type]));

export function toEventType(name: PartnerEventName): PartnerEventType {
  return typeByName.get(name)!;
}

export interface ReportedRequest {
  visaRequestId: string;
  /** The partner's account. */
  userId: string;
  /** `PARTNER` if a partner's key created the application. */
  leadSource: string;
  externalReference: string | null;
  visaRequestStatus: string;
  paymentStatus: string;
  version: number;
  expectedDate: string;
  papersRemovedAt: string | null;
}

/** True if the application's changes are reported, because a partner's key created it. */
export function isReported({ leadSource }: Pick<ReportedRequest, "leadSource">): boolean {
  return leadSource === "PARTNER";
}

const typeByStatus: Readonly<Record<string, PartnerEventType>> = {
  SUBMITTED: "application.paid",
  PROCESSING: "application.in_review",
  ACTION_REQUIRED: "application.action_required",
  APPROVED: "application.decided",
  REJECTED: "application.decided",
  CANCELLED: "application.cancelled",
};

export function eventsOfChange(before: ReportedRequest, after: ReportedRequest): PartnerEventType[] {
  const ofStatus = typeByStatus[after.visaRequestStatus];
  return [
    ...(ofStatus && after.visaRequestStatus !== before.visaRequestStatus ? [ofStatus] : []),
    ...(after.expectedDate !== before.expectedDate ? ["application.expected_date_changed" as const] : []),
    ...(after.papersRemovedAt !== null && before.papersRemovedAt === null
      ? ["application.personal_data_removed" as const]
      : []),
  ];
}
