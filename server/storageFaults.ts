/**
 * What the disk refuses, in one place: the database and the file store throw it, and it leaves as 503 with
 * `Retry-After` (REST) or UNAVAILABLE (GraphQL). Nothing is wrong with the request, so it may be sent again.
 */
import { DomainError } from "./errors";
import type { Log } from "./unexpectedError";

/** Node's codes, and SQLite's primary result codes. */
const reasons: Record<string, "disk full" | "disk error"> = {
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
};

/** Seconds: room on a disk comes back when somebody makes it. */
const retryAfter = 30;

/** The disk took nothing of what was to be written. */
export class StorageRefused extends DomainError {
  readonly reason: "disk full" | "disk error";
  /** Of the operating system or of SQLite. */
  override readonly cause: unknown;

  constructor(reason: "disk full" | "disk error", cause: unknown) {
    super("UNAVAILABLE", "Nothing can be saved right now. Please try again later", { retryAfter });
    this.name = "StorageRefused";
    this.reason = reason;
    this.cause = cause;
  }
}

/** `StorageRefused` where the error, or what caused it, is the disk's; else the error as it is. */
export function asStorageFault(error: unknown): unknown {
  if (error instanceof DomainError) return error;
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    const reason = reasons[codeOf(at) ?? ""];
    if (reason) return new StorageRefused(reason, at);
  }
  return error;
}

/** Logs what the response does not say: that it is the disk. Never the statement, which holds values. */
export function reportStorageFault(log: Log, error: unknown): void {
  if (error instanceof StorageRefused)
    log.error({ code: codeOf(error.cause) }, `${error.reason}: a write was refused`);
}

function codeOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | undefined)?.code;
  return typeof code === "string" ? code : undefined;
}
