/**
 * What travellers are told by SMS and e-mail. Guards: a message is kept in the transaction of what it tells of, once.
 */
import type { EntityManager } from "typeorm";
import type { VisaRequestEntity } from "../visaRequest/visaRequest.entity";

/** Something that a traveller is told of. */
export interface Occurrence {
  event: "PAID" | "ACTION_REQUIRED" | "APPROVED" | "REJECTED" | "REFUNDED";
  /** What happened, so that it is told once: a payment's, refund's or decision's id. */
  occurrenceId: string;
  request: VisaRequestEntity;
  /** Whom it is about, where it is about one traveller. */
  visaApplicantId?: string;
  /** In whole rupees, where money moved. */
  amount?: number;
}

export class NotificationService {
  /** Keeps the messages to the owner of the request, to be sent by the worker. */
  async tell(_transaction: EntityManager, _occurrence: Occurrence): Promise<void> {}
}
