import { unwrapResolverError } from "@apollo/server/errors";
import { GraphQLError, type GraphQLFormattedError } from "graphql";
import { DomainError } from "../../core/errors";
import { toStorageError, logStorageError } from "../../core/storageErrors";
import { reportUnexpectedError, type ErrorLog } from "../../core/unexpectedError";

/** Apollo's error codes for an invalid operation, which this API replaces by BAD_USER_INPUT. */
const malformed = new Set([
  "BAD_REQUEST",
  "GRAPHQL_PARSE_FAILED",
  "GRAPHQL_VALIDATION_FAILED",
  "OPERATION_RESOLUTION_FAILURE",
]);

/** Maximum length of a message about the query or its variables, in characters. */
const maxMessageLength = 500;

export type FormatError = ReturnType<typeof makeFormatError>;

/**
 * Formats each error before it is sent: a domain error with its code, an error in the query with Apollo's message, and
 * an unexpected error as a reference to the log.
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
 * Removes a suggestion ("Did you mean …?") from an error about variables; Apollo removes those of validation errors
 * (startApollo). Avoids a regular expression, which could take minutes if the caller's values, which the message
 * quotes, repeat these words.
 */
function withoutSuggestion(message: string): string {
  const begin = message.indexOf("Did you mean ");
  return begin >= 0 && message.endsWith("?") ? message.slice(0, begin).trimEnd() : message;
}

/** Shortens a message, because an operation can have 50 errors that each repeat a value of 100 KB. */
const shorten = (message: string) =>
  message.length > maxMessageLength ? `${message.slice(0, maxMessageLength)}…` : message;

/** True if graphql-js reported the error before the execution, for example because of too many invalid variables. */
function isAboutRequest(error: unknown): boolean {
  return error instanceof GraphQLError && !error.originalError && !error.path;
}
