import { randomUUID } from "node:crypto";

export interface Log {
  error(details: object, message: string): void;
}

/** Logs an unexpected error, and returns the message to send instead: a reference, no details. */
export function reportUnexpectedError(log: Log, error: unknown): { reference: string; message: string } {
  const reference = randomUUID().slice(0, 8).toUpperCase();
  log.error({ reference, err: error }, "unforeseen error");
  return { reference, message: `Something went wrong on our side. Reference ${reference}` };
}
