/**
 * Storage errors of the database and the file store, sent as 503 with `Retry-After` (REST) or UNAVAILABLE (GraphQL).
 * The request itself is valid, so it may be retried.
 */
import { DomainError } from "./errors";
import type { ErrorLog } from "./unexpectedError";

type Reason = "disk full" | "disk error" | "database away" | "files away";

/** Codes of Node, SQLite and PostgreSQL. */
const reasons: Record<string, Reason> = {
  ENOSPC: "disk full",
  EDQUOT: "disk full",
  SQLITE_FULL: "disk full",
  // SQLite reports this for a broken disk, and if a full disk prevents it from growing its shared memory or syncing.
  SQLITE_IOERR: "disk error",
  SQLITE_CANTOPEN: "disk error",
  SQLITE_READONLY: "disk error",
  SQLITE_NOTADB: "disk error",
  EFBIG: "disk error",
  EIO: "disk error",
  EROFS: "disk error",
  // PostgreSQL: disk_full, io_error.
  "53100": "disk full",
  "58030": "disk error",
};
/** Codes for an inaccessible file, if the error has a path. Errors of sockets have the same codes, but no path. */
const refusedFile = /^(EACCES|EPERM|ENOTDIR)$/;
/** Codes of a recursive mkdir. ENOENT: the disk is read-only. EEXIST: a file has the folder's name. */
const refusedFolder = /^(ENOENT|EEXIST)$/;
/**
 * PostgreSQL is stopping or starting (57P…), has no free connections (53300) or accepts only reads (25006); the
 * connection broke (08… and codes of the operating system); or a statement timed out (57014). Only checked for errors
 * of statements, because failed HTTP calls have the same codes.
 */
const unavailableCode = /^(57P0[1-5]|53300|08...|57014|25006|ECONNRESET|ECONNREFUSED|EPIPE|ETIMEDOUT)$/;
const brokenConnection =
  /^(Connection terminated|Client has encountered a connection error|Query read timeout)/;

/** Seconds until a retry makes sense: a full disk requires an operator, a database is back after its restart. */
const retryAfter: Record<Reason, number> = {
  "disk full": 30,
  "disk error": 30,
  "database away": 3,
  "files away": 10,
};

/** The disk refused the write, or the database or the file bucket is down. */
export class StorageError extends DomainError {
  readonly reason: Reason;
  /** The error of the operating system or of the database. */
  override readonly cause: unknown;

  constructor(reason: Reason, cause: unknown) {
    const message =
      reason === "database away" || reason === "files away"
        ? "The service is not available right now. Please try again"
        : "Nothing can be saved right now. Please try again later";
    super("UNAVAILABLE", message, { retryAfter: retryAfter[reason] });
    this.name = "StorageError";
    this.reason = reason;
    this.cause = cause;
  }
}

/** COMMIT was sent, so the rows may have been stored. Do not undo related changes outside the database. */
export class OutcomeUnknown extends StorageError {}

/** Converts an error of COMMIT; to `OutcomeUnknown` if the transaction may have been committed. */
export function toCommitError(error: unknown): unknown {
  const converted = toStorageError(error);
  // A full disk has no space for the log entry that ends the transaction, so nothing was committed.
  const isUnknown = converted instanceof StorageError && converted.reason !== "disk full";
  return isUnknown ? new OutcomeUnknown(converted.reason, converted.cause) : converted;
}

/** Returns a `StorageError` if the error or one of its causes is a storage error; otherwise the error itself. */
export function toStorageError(error: unknown): unknown {
  if (error instanceof DomainError) return error;
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    const reason = findReason(at);
    if (reason) return new StorageError(reason, at);
  }
  return error;
}

function findReason(error: Error): Reason | undefined {
  const code = errorCode(error) ?? "";
  const { path, syscall } = error as NodeJS.ErrnoException;
  const isRefused = refusedFile.test(code) || (syscall === "mkdir" && refusedFolder.test(code));
  if (path !== undefined && isRefused) return "disk error";
  return reasons[code] ?? (isLostConnection(error) ? "database away" : undefined);
}

/** Logs a storage error without its statement, which contains values. Ignores other errors. */
export function logStorageError(log: ErrorLog, error: unknown, effect = "write refused"): void {
  if (error instanceof StorageError)
    log.error({ code: errorCode(error.cause) }, `${error.reason}: ${effect}`);
}

/**
 * Returns one line for the operator after a failed start: the setting with the location, and the reason. `setting` is
 * the setting for errors of files.
 */
export function describeStorageError(error: StorageError, setting = "DATA_DIR"): string {
  const { reason, cause } = error;
  const code = errorCode(cause) ?? "";
  if (reason !== "database away")
    // PostgreSQL's codes begin with a digit.
    return `Setting ${/^\d/.test(code) ? "DATABASE_URL" : setting}: ${describeReason(error)}`;
  return `Setting DATABASE_URL: the database does not respond: ${describeCause(error)}`;
}

/** Returns the reason, with the system's error if the reason alone does not help. */
export function describeReason(error: StorageError): string {
  return error.reason === "disk error" ? `disk error: ${describeCause(error)}` : error.reason;
}

function describeCause({ cause }: StorageError): string {
  return (cause instanceof Error && cause.message) || (errorCode(cause) ?? "");
}

/** TypeORM wraps statement errors in QueryFailedError, with the driver's error inside. */
function isLostConnection(error: Error): boolean {
  return (
    error.name === "QueryFailedError" &&
    (unavailableCode.test(errorCode(error) ?? "") || brokenConnection.test(error.message))
  );
}

/** Returns the code of the engine or system, or else the name of the error. */
export function errorCode(error: unknown): string | undefined {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  return typeof code === "string" ? code : typeof name === "string" ? name : undefined;
}
