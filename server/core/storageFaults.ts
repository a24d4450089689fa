/**
 * What the disk refuses, in one place: the database and the file store throw it, and it leaves as 503 with
 * `Retry-After` (REST) or UNAVAILABLE (GraphQL). Nothing is wrong with the request, so it may be sent again.
 */
import { DomainError } from "./errors";
import type { Log } from "./unexpectedError";

type Reason = "disk full" | "disk error" | "database away";

/** Node's codes, and SQLite's and PostgreSQL's. */
const reasons: Record<string, Reason> = {
  ENOSPC: "disk full",
  EDQUOT: "disk full",
  SQLITE_FULL: "disk full",
  // What SQLite says on a full disk where it cannot grow its shared memory or sync; a broken disk says it too.
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
 * PostgreSQL ends, is ending, or is not ready yet (57P…), has no connection left (53300), or the connection broke (08…, and
 * the operating system's); 57014 where a statement took too long. Only of statements: others call elsewhere too.
 */
const isAway = /^(57P0[1-5]|53300|08...|57014|25006|ECONNRESET|ECONNREFUSED|EPIPE|ETIMEDOUT)$/;
const brokenConnection =
  /^(Connection terminated|Client has encountered a connection error|Query read timeout)/;

/** Seconds: room on a disk comes back when somebody makes it, a database after its restart. */
const retryAfter: Record<Reason, number> = { "disk full": 30, "disk error": 30, "database away": 3 };

/** The disk took nothing of what was to be written, or the database is not there. */
export class StorageRefused extends DomainError {
  readonly reason: Reason;
  /** Of the operating system or of the database. */
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
 * COMMIT was sent and its result is not known: the rows may be there. Do not undo anything outside the database that
 * belongs to them.
 */
export class OutcomeUnknown extends StorageRefused {}

/** The error of a COMMIT: `OutcomeUnknown` if the connection broke or the disk did not confirm it. */
export function asCommitFault(error: unknown): unknown {
  const fault = asStorageFault(error);
  // Nothing was committed if the disk was full: the last part of the transaction has no room in the log.
  const isUnknown = fault instanceof StorageRefused && fault.reason !== "disk full";
  return isUnknown ? new OutcomeUnknown(fault.reason, fault.cause) : fault;
}

/** `StorageRefused` where the error, or what caused it, is the disk's; else the error as it is. */
export function asStorageFault(error: unknown): unknown {
  if (error instanceof DomainError) return error;
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    const reason = reasons[codeOf(at) ?? ""] ?? (isOfLostDatabase(at) ? "database away" : undefined);
    if (reason) return new StorageRefused(reason, at);
  }
  return error;
}

/** Logs what the response does not say: that it is the disk. Never the statement, which holds values. */
export function reportStorageFault(log: Log, error: unknown): void {
  if (error instanceof StorageRefused)
    log.error({ code: codeOf(error.cause) }, `${error.reason}: a write was refused`);
}

/** One line for the operator of a start that failed: the setting that names the place, and the reason. */
export function describeStorageFault({ reason, cause }: StorageRefused): string {
  const code = codeOf(cause) ?? "";
  if (reason !== "database away")
    // PostgreSQL's codes begin with a digit.
    return `Setting ${/^\d/.test(code) ? "DATABASE_URL" : "DATA_DIR"}: ${reason}`;
  const why = (cause instanceof Error && cause.message) || code;
  return `Setting DATABASE_URL: the database does not answer: ${why}`;
}

/** TypeORM says of each statement that failed what was asked, and keeps the driver's error in it. */
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
