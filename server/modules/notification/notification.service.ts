/**
 * Stores messages to travellers in the transaction of the event that they report. Invariant: each event is reported
 * once. `MessageDelivery` sends the messages.
 */
import { randomUUID } from "node:crypto";
import type { EntityManager } from "typeorm";
import type { Platform } from "../../platform/adapters/Platform";
import type { Owners } from "../../core/ownership.rules";
import type { UserEntity } from "../user/user.entity";
import { findUser } from "../user/user.reads";
import { factsText, recipientText } from "./message.crypto";
import type { MessageFacts } from "./messageTexts.rules";
import * as messages from "./notification.repository";
import { addressByChannel, messageChannels, type MessageEvent } from "./notification.rules";

interface Occurrence {
  event: MessageEvent;
  /** Id of the payment, refund, decision or other occurrence, so that each is reported once. */
  occurrenceId: string;
  /** The application that the event concerns. Its follower is informed, or its owner if there is none. */
  request: Owners & {
    visaRequestId: string;
    visaReferenceNo: string;
    visaName: string;
    countryName: string;
  };
  /** The applicant, if the event concerns only one. */
  traveller?: { firstName: string };
  /** In rupees, with paise as a fraction, if money was involved. */
  amount?: number;
  /** The time of sending; immediately by default. Until then the message can be withdrawn. */
  dueAt?: Date;
  /** The items to correct, without an article, or the documents that are still needed. */
  details?: readonly string[];
  total?: number;
}

type Deps = Pick<Platform, "db" | "clock" | "keys">;

export class NotificationService {
  /** Moves the messages of one account to the account with which it is merged. */
  readonly move = messages.moveMessages;
  /** Removes the messages to a user whose account is being erased. */
  readonly removeTo = messages.removeMessagesTo;
  /** Removes the messages of an occurrence. Removes none and returns false if one has been sent or attempted. */
  readonly withdraw = messages.removeUnsent;
  /** Removes unsent messages whose occurrences no longer apply, even if they were attempted. */
  readonly removeObsolete = messages.removeObsolete;
  /**
   * Clears recipients and contents of sent and failed messages that were created before the given time; returns their
   * number.
   */
  readonly clear = messages.clearMessages;

  constructor(private readonly deps: Deps) {}

  /**
   * Stores messages for the worker to send to the follower of the request, or to its owner if there is none: an SMS if
   * the account has a number, and an e-mail if it has an address. Each is sent to the number or address that the
   * account has when the worker sends it. Ignores an occurrence that was already stored. A delayed message to
   * an account without number and address, such as a partner's, is stored for the follower that the request may get.
   */
  async enqueue(transaction: EntityManager, occurrence: Occurrence): Promise<void> {
    const { event, occurrenceId, request, dueAt } = occurrence;
    const user = await findUser(transaction, request.followerId ?? request.userId);
    // The account has been erased in the meantime.
    if (!user) return;
    const now = this.deps.clock.now().toISOString();
    const facts = readFacts(occurrence, user.name);
    const isForFollower = dueAt && messageChannels.every((channel) => !addressByChannel[channel](user));
    for (const channel of messageChannels) {
      const to = addressByChannel[channel](user);
      if (!to && !isForFollower) continue;
      const notificationId = randomUUID();
      await messages.insertOnce(transaction, {
        notificationId,
        event,
        channel,
        occurrenceId,
        visaRequestId: request.visaRequestId,
        userId: user.userId,
        toSealed: to && recipientText.encrypt(this.deps.keys, notificationId, to),
        paramsSealed: factsText.encryptJson(this.deps.keys, notificationId, facts),
        state: "DUE",
        attempts: 0,
        nextTryAt: dueAt?.toISOString() ?? now,
        lastError: null,
        createdAt: now,
        sentAt: null,
      });
    }
  }

  /** Addresses the due messages about a partner's request to its new follower. */
  async readdress(
    transaction: EntityManager,
    request: { visaRequestId: string; userId: string },
    follower: UserEntity,
  ): Promise<void> {
    const { keys } = this.deps;
    for (const message of await messages.findUnsent(transaction, request)) {
      const { notificationId: id } = message;
      const facts = factsText.decryptJson(keys, id, message.paramsSealed!);
      const paramsSealed = factsText.encryptJson(keys, id, { ...facts, owner: firstWord(follower.name) });
      await messages.changeMessage(transaction, message, { userId: follower.userId, paramsSealed });
    }
  }

  /** Returns all messages to a user, whether sent, due or failed, oldest first, for their data export. */
  async listTo(userId: string) {
    const { db, keys } = this.deps;
    const sent = await messages.findMessagesTo(db.rows, [userId]);
    return sent.map((message) => {
      const { notificationId: id, event, channel, state, createdAt, sentAt, visaRequestId } = message;
      // Undefined once they have been cleared; `to` also while a message waits for a follower.
      const to = recipientText.decrypt(keys, id, message.toSealed) ?? undefined;
      const facts = factsText.decryptJson(keys, id, message.paramsSealed) ?? undefined;
      return { event, channel, state, createdAt, sentAt, visaRequestId, to, facts };
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
    owner: firstWord(ownerName),
    traveller: traveller?.firstName ?? "",
    details: [...(details ?? [])],
    total,
    amount: amount ?? null,
  };
}

const firstWord = (name: string) => name.trim().split(/\s+/)[0] ?? "";
