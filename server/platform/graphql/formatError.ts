import { unwrapResolverError } from "@apollo/server/errors";
import { GraphQLError, type GraphQLFormattedError } from "graphql";
import { DomainError } from "../../core/errors";
import { toStorageError, logStorageError } from "../../core/storageErrors";
import { reportUnexpectedError, type ErrorLog } from "../../core/unexpectedError";

/** Apollo's codes for an invalid operation. This API uses BAD_USER_INPUT for all of them. */
const malformed = new Set([
  "BAD_REQUEST",
  "GRAPHQL_PARSE_FAILED",
  "GRAPHQL_VALIDATION_FAILED",
  "OPERATION_RESOLUTION_FAILURE",
]);

/** Maximum number of characters of an error about the query or its variables. */
const maxMessageLength = 500;

export type FormatError = ReturnType<typeof makeFormatError>;

/**
 * Formats each error before it is sent: domain errors with their code, errors in the query itself as Apollo words them,
 * and unexpected errors as a reference to the log.
 */
export function makeFormatError(log: ErrorLog) {
  return (formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError => {
    const { message, locations, path, extensions } = formatted;
    const cause = toStorageError(unwrapResolverError(error));
    const describe = (text: string, details: GraphQLFormattedError["extensions"]) => ({
      message: text,
      ...(locations && { locations }),
      ...(path && { path }),
      extensions: details,
    });
    if (cause instanceof DomainError) {
      logStorageError(log, cause);
      const { code, retryAfter, violations } = cause;
      const field = violations[0]?.field;
      return describe(cause.message, { code, ...(retryAfter && { retryAfter }), ...(field && { field }) });
    }
    const code = extensions?.["code"];
    if (typeof code === "string" && code !== "INTERNAL_SERVER_ERROR") {
      const retryAfter = extensions?.["retryAfter"];
      return describe(shorten(withoutSuggestion(message)), {
        code: malformed.has(code) ? "BAD_USER_INPUT" : code,
        ...(typeof retryAfter === "number" && { retryAfter }),
      });
    }
    if (isAboutRequest(error)) return describe(shorten(message), { code: "BAD_USER_INPUT" });
    const unexpected = reportUnexpectedError(log, cause);
    return describe(unexpected.message, { code: "INTERNAL_SERVER_ERROR", reference: unexpected.reference });
  };
}

/**
 * Removes the suggestion from an error about variables; Apollo removes those of validation errors (startApollo). A
 * regular expression could take minutes, because the message quotes the caller's values, which may repeat these words.
 */
function withoutSuggestion(message: string): string {
  const begin = message.indexOf("Did you mean ");
  return begin >= 0 && message.endsWith("?") ? message.slice(0, begin).trimEnd() : message;
}

/** Shortens a message, because an operation can have 50 errors that each repeat a value of 100 KB. */
const shorten = (message: string) =>
  message.length > maxMessageLength ? `${message.slice(0, maxMessageLength)}…` : message;

/** True for errors that graphql-js reports before execution, such as too many wrong variables. */
function isAboutRequest(error: unknown): boolean {
  return error instanceof GraphQLError && !error.originalError && !error.path;
}
