/**
 * Sends stored messages. Invariants: a message is sent again until a provider accepts it or the attempts are used up.
 * An accepted message is sent again only if it could not be recorded, or the provider responded too late. Servers lease
 * messages, so that only one of them sends each (processDueRows.ts). Calls: the SMS and mail ports, never inside a
 * transaction.
 */
import { randomUUID } from "node:crypto";
import type { Platform } from "../../platform/adapters/Platform";
import { processDueRows } from "../../platform/db/processDueRows";
import { DeliveryError } from "../../core/ports";
import { describeFailure } from "./deliveryFailure.logic";
import { factsText, recipientText } from "./message.crypto";
import { fillSms, smsParams, templateByEvent } from "./messageTexts.rules";
import { mailHtml, mailParts, mailText } from "./mailTexts.rules";
import type { NotificationEntity } from "./notification.entity";
import * as messages from "./notification.repository";
import { nextTryAt, type MessageChannel } from "./notification.rules";
import { findRecipient } from "./recipient.logic";

const concurrency = 4;
/** Timeout per message, in addition to the adapters' timeouts. A shutdown waits at most this long. */
export const sendWithinMs = 15_000;
/** How long a process leases the messages that it is sending. */
const leaseMs = 2 * sendWithinMs;

interface Deps extends Pick<Platform, "db" | "clock" | "keys" | "sms" | "mail" | "log"> {
  brand: string;
  linkTo: (visaRequestId: string) => string;
}

export class MessageDelivery {
  readonly dueRows = messages.dueMessages;

  constructor(private readonly deps: Deps) {}

  /**
   * Notifies the holder of a number that it no longer opens their account. Sends once, without retries: the holder
   * already received a code for the change, so a lost message is acceptable.
   */
  async notifyNumberChanged(to: string): Promise<void> {
    const { brand, log, sms } = this.deps;
    const template = "number-changed";
    try {
      const text = fillSms(template, brand, []);
      await withinTime(sms.send({ id: randomUUID(), to, template, params: [], text }));
    } catch (error) {
      describeFailure(log, { template }, error);
    }
  }

  /**
   * Sends the due messages of a channel. Each channel has a separate job, so that a slow provider does not
   * delay the other one. If a provider is down, the remaining messages wait for the next run.
   */
  async processDue(channel: MessageChannel, signal: AbortSignal): Promise<void> {
    const { clock, db, log } = this.deps;
    await processDueRows<NotificationEntity>(
      { db, clock, log },
      messages.dueMessages(channel),
      { concurrency, leaseMs, isStopping: () => signal.aborted },
      (message) => this.#tryOne(message),
    );
  }

  /**
   * Sends a message, unless it has been removed, sent or postponed since it was read, e.g. because its account was
   * erased meanwhile. Returns false if the provider is down.
   */
  async #tryOne({ notificationId, nextTryAt: dueAt }: NotificationEntity): Promise<boolean> {
    const { clock, db, keys, log } = this.deps;
    const message = await messages.findMessage(db.read, notificationId);
    if (message?.state !== "DUE" || message.nextTryAt !== dueAt) return true;
    // Uses the current address, because a former number may belong to another person now.
    const to = await findRecipient(db.read, message);
    if (!to) {
      await db.write((transaction) => messages.removeMessage(transaction, message));
      return true;
    }
    const attempts = message.attempts + 1;
    let failure: DeliveryError | undefined;
    let changes: Partial<NotificationEntity>;
    try {
      await withinTime(this.#send(message, to));
      changes = { state: "SENT", sentAt: clock.now().toISOString(), lastError: null };
    } catch (error) {
      const { channel, event } = message;
      failure = describeFailure(log, { notificationId, channel, event }, error);
      const next = failure.kind === "REFUSED" ? undefined : nextTryAt(attempts, clock.now());
      changes = {
        lastError: failure.code,
        ...(next ? { nextTryAt: next.toISOString() } : { state: "DEAD" as const }),
      };
    }
    const toSealed = recipientText.encrypt(keys, notificationId, to);
    await db.write((transaction) =>
      messages.changeMessage(transaction, message, { ...changes, attempts, toSealed }),
    );
    return failure?.kind !== "OUTAGE";
  }

  #send(message: NotificationEntity, to: string): Promise<void> {
    const { brand, keys, linkTo, mail, sms } = this.deps;
    const { channel, event, notificationId: id, visaRequestId } = message;
    // Not null, because contents are cleared only after a message is no longer due.
    const facts = factsText.decryptJson(keys, id, message.paramsSealed!);
    const template = templateByEvent[event];
    switch (channel) {
      case "SMS": {
        const params = smsParams(event, facts);
        return sms.send({ id, to, template, params, text: fillSms(template, brand, params) });
      }
      case "EMAIL": {
        const parts = mailParts(event, facts, linkTo(visaRequestId));
        const [text, html] = [mailText(parts, brand), mailHtml(parts, brand)];
        return mail.send({ id, to, template, subject: parts.subject, text, html });
      }
    }
  }
}

/**
 * Throws OUTAGE after `sendWithinMs`. A late send may still succeed, so the retry has the same id, by which the
 * provider can recognise it.
 */
async function withinTime(sending: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new DeliveryError("OUTAGE", "TIMEOUT")), sendWithinMs);
  });
  await Promise.race([sending, late]).finally(() => clearTimeout(timer));
}
