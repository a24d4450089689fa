/** Interfaces to external systems, one per system. Implementations are in `adapters/`. */

export interface Clock {
  now(): Date;
}

/** Maximum clock difference between processes that share a database, in milliseconds. */
export const maxClockDifferenceMs = 5_000;

/** The world that a set of services belongs to: live or test. */
export interface World {
  /** The name, which is also part of partners' keys. */
  name: "live" | "test";
  /** Prefix of all paths, without a trailing slash; empty for the root. */
  basePath: string;
}

/** A log, which must never receive personal data. */
export interface Log {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** The texts registered with the SMS provider, named as in `messageTexts.rules.ts`. */
export type SmsTemplate = "login-code" | "number-code" | "number-changed" | MessageTemplate;
/** Messages to a traveller by SMS and by e-mail. */
export type MessageTemplate =
  | "paid"
  | "payment-not-taken"
  | "documents-needed"
  | "action-required"
  | "approved"
  | "rejected"
  | "refund-due"
  | "refunded";

export interface TextMessage {
  /** Identifies the message, so that the provider or the receiver can recognise a duplicate. */
  id: string;
  /** A `+` followed by digits. */
  to: string;
  template: SmsTemplate;
  params: readonly string[];
  text: string;
}

/** Sends SMS. Rejects if the provider did not accept the message, with `DeliveryError` if the reason is known. */
export interface SmsSender {
  send(message: TextMessage): Promise<void>;
}

export interface MailMessage {
  /** Identifies the message, as in `TextMessage`. */
  id: string;
  to: string;
  template: MessageTemplate | "webhook-paused";
  subject: string;
  text: string;
  html: string;
}

/** Sends e-mail. Rejects like `SmsSender`. */
export interface MailSender {
  send(message: MailMessage): Promise<void>;
}

/**
 * REFUSED: the provider will never accept this message. LATER: it may accept this message later. OUTAGE: it currently
 * accepts no messages.
 */
export type DeliveryErrorKind = "REFUSED" | "LATER" | "OUTAGE";

/** The provider rejected a message, or did not confirm that it accepted it. `code` contains no personal data. */
export class DeliveryError extends Error {
  override readonly name = "DeliveryError";

  constructor(
    readonly kind: DeliveryErrorKind,
    readonly code: string,
    options?: ErrorOptions,
  ) {
    super(`The message was not accepted: ${code}`, options);
  }
}

/** Scans files for malware. If `scan` rejects with `ScannerUnavailable`, the file must not be stored. */
export interface FileScanner {
  /** `UNSCANNED` if no scanner is configured. */
  scan(bytes: Buffer): Promise<ScanResult>;
}

export type ScanResult = "CLEAN" | "INFECTED" | "UNSCANNED";

export class ScannerUnavailable extends Error {
  override readonly name = "ScannerUnavailable";
}

/** The file store does not contain the file. */
export class AbsentFile extends Error {
  override readonly name = "AbsentFile";
}
