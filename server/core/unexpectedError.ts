import { randomUUID } from "node:crypto";
import type { Log } from "./ports";

export type ErrorLog = Pick<Log, "error">;

/** Logs an unexpected error. Returns a reference to the log entry, and a message that reveals only the reference. */
export function reportUnexpectedError(log: ErrorLog, error: unknown): { reference: string; message: string } {
  const reference = randomUUID().slice(0, 8).toUpperCase();
  log.error({ reference, err: error }, "unexpected error");
  return { reference, message: `Something went wrong on our side. Reference ${reference}` };
}
