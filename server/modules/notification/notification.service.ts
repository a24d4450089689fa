/**
 * Keeps the messages to travellers, in the transaction of what they report. Guards: what happened is notified once.
 * Calls: nothing outside; `MessageDelivery` sends.
 */
import { randomUUID } from "node:crypto";
import type { EntityManager } from "typeorm";
import type { KeyRing } from "../../adapters/crypto/keyRing";
import type { Database } from "../../db/database";
import type { Clock } from "../../ports";
import { findUser } from "../user/user.repository";
import { openMessage, sealFacts, sealTo } from "./message.sealing";
import type { MessageFacts } from "./messageTexts.rules";
import * as messages from "./notification.repository";
import { addressOf, messageChannels, type MessageEvent } from "./notification.rules";

/** Something that a traveller is notified of. */
export interface Occurrence {
  event: MessageEvent;
  /** What happened, so that it is notified once: a payment's, refund's or decision's id. */
  occurrenceId: string;
  /** The application that it is about, and whose it is. */
  request: {
    visaRequestId: string;
    userId: string;
    visaReferenceNo: string;
    visaName: string;
    countryName: string;
  };
  /** Whom it is about, where it is about one traveller. */
  traveller?: { firstName: string };
  /** In whole rupees, where money moved. */
  amount?: number;
  /** When it is sent, if not at once: until then it can be withdrawn. */
  dueAt?: Date;
  /** What has to be corrected, in words that follow "the", e.g. `passport front page`; or the documents still needed. */
  details?: readonly string[];
  /** How many documents are needed in all. */
  total?: number;
}

interface Deps {
  db: Database;
  clock: Clock;
  keys: KeyRing;
}

export class NotificationService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Keeps the messages to the owner of the request, to be sent by the worker: an SMS to the number that the account
   * has now, and an e-mail where it has an address. The same occurrence is notified once.
   */
  async enqueue(transaction: EntityManager, occurrence: Occurrence): Promise<void> {
    const { event, occurrenceId, request, dueAt } = occurrence;
    const user = await findUser(transaction, request.userId);
    // Erased meanwhile: there is nobody to notify.
    if (!user) return;
    const now = this.#deps.clock.now().toISOString();
    const facts = readFacts(occurrence, user.name);
    for (const channel of messageChannels) {
      const to = addressOf[channel](user);
      if (!to) continue;
      const notificationId = randomUUID();
      await messages.insertOnce(transaction, {
        notificationId,
        event,
        channel,
        occurrenceId,
        visaRequestId: request.visaRequestId,
        userId: user.userId,
        toSealed: sealTo(this.#deps.keys, notificationId, to),
        paramsSealed: sealFacts(this.#deps.keys, notificationId, facts),
        state: "DUE",
        attempts: 0,
        nextTryAt: dueAt?.toISOString() ?? now,
        lastError: null,
        createdAt: now,
        sentAt: null,
      });
    }
  }

  /** Removes messages that were not sent yet; false if one was sent or tried. */
  async withdraw(
    transaction: EntityManager,
    occurrence: Pick<Occurrence, "event" | "occurrenceId">,
  ): Promise<boolean> {
    return messages.removeUnsent(transaction, occurrence);
  }

  /** What was sent to a user or is to be, oldest first, for their download. */
  async listTo(userId: string) {
    const { db, keys } = this.#deps;
    const sent = await messages.findMessagesTo(db.read, userId);
    return sent.map((message) => {
      const { event, channel, state, createdAt, sentAt, visaRequestId } = message;
      const opened = openMessage(keys, message);
      return {
        event,
        channel,
        state,
        createdAt,
        sentAt,
        visaRequestId,
        to: opened?.to,
        facts: opened?.facts,
      };
    });
  }
}

function readFacts(
  { request, traveller, amount, details, total }: Occurrence,
  ownerName: string,
): MessageFacts {
  return {
    visaReferenceNo: request.visaReferenceNo,
    visa: `${request.visaName}, ${request.countryName}`,
    owner: ownerName.trim().split(/\s+/)[0] ?? "",
    traveller: traveller?.firstName ?? "",
    details: [...(details ?? [])],
    total,
    amount: amount ?? null,
  };
}
