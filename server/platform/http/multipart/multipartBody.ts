import type { FastifyRequest } from "fastify";
import type { SlowestPace } from "../../rateLimiting/connections/pace";

/** Sizes in bytes, inclusive. `maxRequestBytes` limits the whole body as transferred. */
export interface MultipartLimits {
  maxFileBytes: number;
  maxFiles: number;
  maxRequestBytes: number;
  maxFieldBytes: number;
  maxFields: number;
  /** Maximum milliseconds until the last byte has arrived. */
  timeoutMs: number;
  /** Pace below which a body is rejected. */
  slowest: SlowestPace;
}

export interface ReceivedField {
  name: string;
  value: string;
}

export interface ReceivedFile {
  fieldName: string;
  /** The sanitised file name; empty for a file input without a selected file. */
  filename: string;
  /** The type that the client declares. */
  mimetype: string;
  bytes: Buffer;
  /**
   * True if the file exceeds `maxFileBytes`; `bytes` is then empty. The service reports this together with other
   * violations.
   */
  tooLarge: boolean;
}

export interface MultipartBody {
  /** In request order; names may repeat. */
  fields: ReceivedField[];
  files: ReceivedFile[];
  /** Returns the bytes to the budget. Idempotent. */
  release(): void;
}

export function isMultipart({ headers }: FastifyRequest): boolean {
  return /^\s*multipart\//i.test(headers["content-type"] ?? "");
}
