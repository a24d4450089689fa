import {
  partnerEventTypes,
  toEventName,
  type PartnerEventName,
  type PartnerEventType,
} from "../../../server/modules/partner/event/partnerEvent.rules";

const texts: Record<PartnerEventType, string> = {
  "application.paid": "It is paid for",
  "application.payment_not_captured": "A payment was authorised and not captured",
  "application.in_review": "The review starts or continues",
  "application.action_required": "The review needs a correction, or changes one",
  "application.decided": "Each applicant has a decision",
  "application.cancelled": "It was cancelled",
  "application.expected_date_changed": "The visa is expected on another day",
  "application.handed_over": "The traveller took it over",
  "application.changed_by_traveller": "The traveller changed it",
  "application.personal_data_removed": "Details and files were removed",
  "applicant.approved": "A visa was issued",
  "applicant.rejected": "A visa was refused",
  "refund.due": "Money is refunded",
  "refund.done": "Money was refunded",
  "refund.failed": "The payment provider refused a refund",
};

/** The name of each event type in webhooks, and a text that says when it is sent. */
export const eventLabels = Object.fromEntries(
  partnerEventTypes.map((name) => [toEventName(name), { name, text: texts[name] }]),
) as Record<PartnerEventName, { name: string; text: string }>;
