/**
 * Messages to travellers by SMS and e-mail. Guards: a message is kept in the transaction of what it reports, once;
 * it goes out at least once, and twice only where the server ended between sending and recording. One server runs on
 * a database (server.lock) and the job of a channel never twice at once, so no message is claimed. Calls: the SMS and
 * the mail port, never inside a transaction.
 */
import { randomUUID } from "node:crypto";
import pLimit from "p-limit";
import type { EntityManager } from "typeorm";
import type { KeyRing } from "../../adapters/crypto/keyRing";
import type { Database } from "../../db/database";
import { DomainError } from "../../errors";
import { MessageNotTaken, type Clock, type Log, type MailSender, type SmsSender } from "../../ports";
import { findUser } from "../user/user.repository";
import { openMessage, sealFacts, sealTo, type OpenedMessage } from "./message.sealing";
import {
  fillSms,
  mailHtml,
  mailParts,
  mailText,
  smsParams,
  templateOf,
  type MessageFacts,
} from "./messageTexts.rules";
import type { NotificationEntity } from "./notification.entity";
import * as messages from "./notification.repository";
import {
  addressOf,
  messageChannels,
  nextTryAt,
  type MessageChannel,
  type MessageEvent,
} from "./notification.rules";

const batchSize = 50;
const concurrency = 4;
/** For one message, whatever the adapter's own limits do; short of the time that a stop has. */
const sendWithinMs = 15_000;

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
  /** What has to be corrected, in words that follow "the", e.g. `passport front page`. */
  details?: readonly string[];
}

interface Deps {
  db: Database;
  clock: Clock;
  keys: KeyRing;
  sms: SmsSender;
  mail: MailSender;
  log: Log;
  brand: string;
  /** The whole address of the page of an application. */
  linkTo: (visaRequestId: string) => string;
}

export class NotificationService {
  readonly #deps: Deps;
  /** How each channel sends: one that is missing here does not compile. */
  readonly #senders: Record<
    MessageChannel,
    (message: NotificationEntity, opened: OpenedMessage) => Promise<void>
  > = {
    SMS: (message, opened) => this.#sendSms(message, opened),
    EMAIL: (message, opened) => this.#sendMail(message, opened),
  };

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Keeps the messages to the owner of the request, to be sent by the worker: an SMS to the number that the account
   * has now, and an e-mail where it has an address. The same occurrence is notified once.
   */
  async enqueue(transaction: EntityManager, occurrence: Occurrence): Promise<void> {
    const { event, occurrenceId, request } = occurrence;
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
        nextTryAt: now,
        lastError: null,
        createdAt: now,
        sentAt: null,
      });
    }
  }

  /**
   * Tells a number that it no longer opens its account. At once and once: a code went to it before, so that its holder
   * knows of it already where this is lost.
   */
  async tellNumberChanged(to: string): Promise<void> {
    const { brand, log, sms } = this.#deps;
    const template = "number-changed";
    try {
      const text = fillSms(template, brand, []);
      await withinTime(sms.send({ id: randomUUID(), to, template, params: [], text }));
    } catch (error) {
      const code = error instanceof MessageNotTaken ? error.code : "UNFORESEEN";
      log.warn({ template, code }, "a message was not taken");
    }
  }

  /**
   * Sends what is due that way. Each way is processed by a job of its own, so that a provider that is slow does not
   * hold the other. Where a provider takes nothing at all, what is left waits for the next time.
   */
  async processDue(channel: MessageChannel, signal: AbortSignal): Promise<void> {
    const { clock, db } = this.#deps;
    const limit = pLimit(concurrency);
    let isDown = false;
    const due = await messages.findDue(db.read, channel, clock.now(), batchSize);
    const sendings = due.map((message) =>
      limit(async () => {
        if (isDown || signal.aborted) return;
        const isUp = await this.#tryOne(message);
        if (!isUp) isDown = true;
      }),
    );
    await Promise.all(sendings);
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

  /** False where the provider takes nothing at all. */
  async #tryOne(message: NotificationEntity): Promise<boolean> {
    const { clock, db } = this.#deps;
    const attempts = message.attempts + 1;
    let failure: MessageNotTaken | undefined;
    let changes: Partial<NotificationEntity>;
    try {
      await withinTime(this.#send(message));
      changes = { state: "SENT", sentAt: clock.now().toISOString(), lastError: null };
    } catch (error) {
      failure = this.#describe(message, error);
      const next = failure.kind === "REFUSED" ? undefined : nextTryAt(attempts, clock.now());
      changes = {
        lastError: failure.code,
        ...(next ? { nextTryAt: next.toISOString() } : { state: "DEAD" as const }),
      };
    }
    await db.write((transaction) => messages.changeMessage(transaction, message, { ...changes, attempts }));
    return failure?.kind !== "OUTAGE";
  }

  async #send(message: NotificationEntity): Promise<void> {
    const opened = openMessage(this.#deps.keys, message);
    // Not of a message that is due.
    if (!opened) throw new Error("The message has no words any more");
    return this.#senders[message.channel](message, opened);
  }

  #sendSms({ event, notificationId: id }: NotificationEntity, { facts, to }: OpenedMessage): Promise<void> {
    const { brand, sms } = this.#deps;
    const template = templateOf[event];
    const params = smsParams(event, facts);
    return sms.send({ id, to, template, params, text: fillSms(template, brand, params) });
  }

  #sendMail(
    { event, notificationId: id, visaRequestId }: NotificationEntity,
    { facts, to }: OpenedMessage,
  ): Promise<void> {
    const { brand, linkTo, mail } = this.#deps;
    const parts = mailParts(event, facts, linkTo(visaRequestId));
    const { subject } = parts;
    const [text, html] = [mailText(parts, brand), mailHtml(parts, brand)];
    return mail.send({ id, to, template: templateOf[event], subject, text, html });
  }

  /** Says in the log what keeps a message back; never to whom it goes. */
  #describe({ notificationId, channel, event }: NotificationEntity, error: unknown): MessageNotTaken {
    const about = { notificationId, channel, event };
    if (error instanceof MessageNotTaken) {
      this.#deps.log.warn({ ...about, code: error.code }, "a message was not taken");
      return error;
    }
    if (error instanceof DomainError) return new MessageNotTaken("OUTAGE", error.code);
    this.#deps.log.error({ ...about, err: error }, "a message could not be sent");
    return new MessageNotTaken("LATER", "UNFORESEEN");
  }
}

function readFacts({ request, traveller, amount, details }: Occurrence, ownerName: string): MessageFacts {
  return {
    visaReferenceNo: request.visaReferenceNo,
    visa: `${request.visaName}, ${request.countryName}`,
    owner: ownerName.trim().split(/\s+/)[0] ?? "",
    traveller: traveller?.firstName ?? "",
    details: [...(details ?? [])],
    amount: amount ?? null,
  };
}

/** What goes on after its time may still arrive: then the message goes out twice, under the same id. */
async function withinTime(sending: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new MessageNotTaken("OUTAGE", "TIMEOUT")), sendWithinMs);
  });
  await Promise.race([sending, late]).finally(() => clearTimeout(timer));
}
