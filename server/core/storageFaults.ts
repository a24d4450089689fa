/**
 * Storage errors of the database and the file store. They are sent as 503 with `Retry-After` (REST) or
 * UNAVAILABLE (GraphQL). The request itself is valid, so it may be retried.
 */
import { DomainError } from "./errors";
import type { Log } from "./unexpectedError";

type Reason = "disk full" | "disk error" | "database away";

/** Codes of Node, SQLite and PostgreSQL. */
const reasons: Record<string, Reason> = {
  ENOSPC: "disk full",
  EDQUOT: "disk full",
  SQLITE_FULL: "disk full",
  // SQLite reports this if a full disk prevents it from growing its shared memory or from syncing; a broken
  // disk does too.
  SQLITE_IOERR: "disk error",
  SQLITE_CANTOPEN: "disk error",
  SQLITE_READONLY: "disk error",
  EFBIG: "disk error",
  EIO: "disk error",
  EROFS: "disk error",
  // PostgreSQL: disk_full, io_error.
  "53100": "disk full",
  "58030": "disk error",
};
/**
 * PostgreSQL is stopping or starting (57P…) or has no free connections (53300); the connection broke (08… and
 * codes of the operating system); or a statement timed out (57014). Only for errors of statements, because
 * other code makes calls too.
 */
const isAway = /^(57P0[1-5]|53300|08...|57014|25006|ECONNRESET|ECONNREFUSED|EPIPE|ETIMEDOUT)$/;
const brokenConnection =
  /^(Connection terminated|Client has encountered a connection error|Query read timeout)/;

/** Seconds: a full disk needs an operator, a database is back after its restart. */
const retryAfter: Record<Reason, number> = { "disk full": 30, "disk error": 30, "database away": 3 };

/** The disk refused the write, or the database is down. */
export class StorageRefused extends DomainError {
  readonly reason: Reason;
  /** The error of the operating system or of the database. */
  override readonly cause: unknown;

  constructor(reason: Reason, cause: unknown) {
    const message =
      reason === "database away"
        ? "The service is not available right now. Please try again"
        : "Nothing can be saved right now. Please try again later";
    super("UNAVAILABLE", message, { retryAfter: retryAfter[reason] });
    this.name = "StorageRefused";
    this.reason = reason;
    this.cause = cause;
  }
}

/**
 * COMMIT was sent and its result is unknown: the rows may be stored. Do not undo related changes outside the
 * database.
 */
export class OutcomeUnknown extends StorageRefused {}

/**
 * Converts the error of a COMMIT: `OutcomeUnknown` if the connection broke or the disk did not confirm it.
 */
export function asCommitFault(error: unknown): unknown {
  const fault = asStorageFault(error);
  // On a full disk nothing was committed, because the log has no room for the end of the transaction.
  const isUnknown = fault instanceof StorageRefused && fault.reason !== "disk full";
  return isUnknown ? new OutcomeUnknown(fault.reason, fault.cause) : fault;
}

/**
 * Returns `StorageRefused` if the error or one of its causes is a storage error; otherwise the error itself.
 */
export function asStorageFault(error: unknown): unknown {
  if (error instanceof DomainError) return error;
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    const reason = reasons[codeOf(at) ?? ""] ?? (isOfLostDatabase(at) ? "database away" : undefined);
    if (reason) return new StorageRefused(reason, at);
  }
  return error;
}

/** Logs the storage error, which the response does not reveal. Never the statement, which contains values. */
export function reportStorageFault(log: Log, error: unknown): void {
  if (error instanceof StorageRefused)
    log.error({ code: codeOf(error.cause) }, `${error.reason}: a write was refused`);
}

/** Returns one line for the operator of a failed start: the setting with the location, and the reason. */
export function describeStorageFault({ reason, cause }: StorageRefused): string {
  const code = codeOf(cause) ?? "";
  if (reason !== "database away")
    // PostgreSQL's codes begin with a digit.
    return `Setting ${/^\d/.test(code) ? "DATABASE_URL" : "DATA_DIR"}: ${reason}`;
  const why = (cause instanceof Error && cause.message) || code;
  return `Setting DATABASE_URL: the database does not answer: ${why}`;
}

/** TypeORM wraps statement errors in QueryFailedError, with the driver's error inside. */
function isOfLostDatabase(error: Error): boolean {
  return (
    error.name === "QueryFailedError" &&
    (isAway.test(codeOf(error) ?? "") || brokenConnection.test(error.message))
  );
}

function codeOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | undefined)?.code;
  return typeof code === "string" ? code : undefined;
}
