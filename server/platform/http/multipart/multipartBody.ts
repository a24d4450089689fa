/** What is read of a multipart body, and within which limits. */
import type { SlowestPace } from "../pace";

/** Sizes in bytes, inclusive. `maxRequestBytes` is the whole body as it comes over the wire. */
export interface MultipartLimits {
  maxFileBytes: number;
  maxFiles: number;
  maxRequestBytes: number;
  maxFieldBytes: number;
  maxFields: number;
  /** From the call to the last byte. */
  timeoutMs: number;
  /** Below it for long and the rest is not waited for. */
  slowest: SlowestPace;
}

export interface ReceivedField {
  name: string;
  value: string;
}

export interface ReceivedFile {
  fieldName: string;
  /** Cleaned; empty for a file input in which nothing was chosen. */
  filename: string;
  /** What the client claims. */
  mimetype: string;
  bytes: Buffer;
  /** Over `maxFileBytes`; `bytes` is empty then. One violation among others, so the service reports it. */
  tooLarge: boolean;
}

export interface MultipartBody {
  /** In the order of the request; a name may repeat. */
  fields: ReceivedField[];
  files: ReceivedFile[];
  /** Gives the bytes back to the budget. Repeats do nothing. */
  release(): void;
}
