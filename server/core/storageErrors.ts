/**
 * Storage errors of the database and the file store, sent as 503 with `Retry-After` (REST) or UNAVAILABLE (GraphQL).
 * The request itself is valid, so it may be retried.
 */
import { DomainError } from "./errors";
import type { ErrorLog } from "./unexpectedError";

type Reason = "disk full" | "disk error" | "database away" | "files away";

/** The reason for each error code of Node, SQLite and PostgreSQL. */
const reasons: Record<string, Reason> = {
  ENOSPC: "disk full",
  EDQUOT: "disk full",
  SQLITE_FULL: "disk full",
  // SQLite reports this for a faulty disk, but also if a disk is too full to sync or to extend the shared memory file.
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
/**
 * Error codes for an inaccessible file. They count only if the error has a path, because socket errors have the same
 * codes.
 */
const refusedFile = /^(EACCES|EPERM|ENOTDIR)$/;
/** Error codes from a recursive mkdir. ENOENT: the disk is read-only. EEXIST: a file has the folder's name. */
const refusedFolder = /^(ENOENT|EEXIST)$/;
/**
 * PostgreSQL is stopping or starting (57P…), has no free connections (53300) or accepts only reads (25006); the
 * connection broke (08… and codes of the operating system); or a statement timed out (57014). Checked only for
 * statement errors, because failed HTTP calls have the same codes.
 */
const unavailableCode = /^(57P0[1-5]|53300|08...|57014|25006|ECONNRESET|ECONNREFUSED|EPIPE|ETIMEDOUT)$/;
const brokenConnection =
  /^(Connection terminated|Client has encountered a connection error|Query read timeout)/;

/** Seconds to wait before a retry: an operator has to free a full disk, but a database restarts within seconds. */
const retryAfter: Record<Reason, number> = {
  "disk full": 30,
  "disk error": 30,
  "database away": 3,
  "files away": 10,
};

/** The disk refused the write, or the database or the file bucket is down. */
export class StorageError extends DomainError {
  readonly reason: Reason;
  /** The original error of the operating system or database. */
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

/** Like `toStorageError`, but for COMMIT: returns `OutcomeUnknown` if the transaction may have been committed. */
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
 * Describes the cause of a failed start to the operator in one line: the setting to check and the reason. `setting` is
 * the setting to name for file errors.
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

/** Returns the error code of the database or operating system, or else the error's name. */
export function errorCode(error: unknown): string | undefined {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  return typeof code === "string" ? code : typeof name === "string" ? name : undefined;
}
