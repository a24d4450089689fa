import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { DomainError } from "../../core/errors";
import { toStorageError, logStorageError } from "../../core/storageErrors";
import { reportUnexpectedError, type ErrorLog } from "../../core/unexpectedError";
import { HttpError } from "./multipart/multipartErrors";

export interface ErrorDescription {
  status: number;
  code: string;
  message: string;
  /** In seconds. */
  retryAfter?: number;
  /** The reference under which the error is logged. */
  reference?: string;
}

/**
 * Statuses and messages for requests that Fastify rejects. Fastify's own messages would reveal implementation details.
 */
const clientErrors: Record<string, { status: number; message: string }> = {
  FST_ERR_BAD_URL: { status: 400, message: "The path cannot be understood" },
  FST_ERR_CTP_INVALID_JSON_BODY: { status: 400, message: "Invalid JSON in the body" },
  FST_ERR_CTP_EMPTY_JSON_BODY: { status: 400, message: "The body is empty" },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: { status: 415, message: "This content type is not accepted here" },
  FST_ERR_CTP_BODY_TOO_LARGE: { status: 413, message: "The body is too large" },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    status: 400,
    message: "The length of the body differs from Content-Length",
  },
};

/**
 * Maps an error to its HTTP response: a domain error keeps its status and code, an unexpected one becomes a 500 with a
 * reference to the log.
 */
export function describeError(thrown: unknown, log: ErrorLog): ErrorDescription {
  const error = toStorageError(thrown);
  if (error instanceof DomainError) {
    logStorageError(log, error);
    const { status, code, message, retryAfter } = error;
    return { status, code, message, retryAfter };
  }
  if (error instanceof HttpError)
    return { status: error.status, code: "BAD_USER_INPUT", message: error.message };
  const { code, statusCode } = error as Partial<FastifyError>;
  const clientError = code ? clientErrors[code] : undefined;
  if (clientError)
    return { ...clientError, code: clientError.status === 413 ? "PAYLOAD_TOO_LARGE" : "BAD_USER_INPUT" };
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return { status: statusCode, code: "BAD_USER_INPUT", message: "The request cannot be understood" };
  return { status: 500, code: "INTERNAL_SERVER_ERROR", ...reportUnexpectedError(log, error) };
}

/** Sends an error with all its violations in REST's envelope. */
export async function sendError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const description = describeError(error, request.log);
  setErrorHeaders(reply, description);
  const { status, message } = description;
  const ours = error instanceof DomainError ? error : undefined;
  const errors = ours?.isUserError && ours.violations;
  return reply
    .code(status)
    .send({ statusCode: status, message, ...(errors && { errors }), ...ours?.details });
}

export function setErrorHeaders(reply: FastifyReply, { status, retryAfter }: ErrorDescription): void {
  if (retryAfter) reply.header("retry-after", retryAfter);
  // Required by RFC 9110, section 11.6.1.
  if (status === 401) reply.header("www-authenticate", "Bearer");
}
