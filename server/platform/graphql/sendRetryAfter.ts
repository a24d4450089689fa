import { unwrapResolverError } from "@apollo/server/errors";
import type { ApolloServerPlugin } from "@apollo/server";
import { DomainError } from "../../core/errors";
import { toStorageError } from "../../core/storageErrors";
import type { RequestContext } from "./context";

/**
 * Sets the `Retry-After` header to the longest `retryAfter`, and the status to 503 if an operation is
 * temporarily unavailable. Proxies and clients rely on both.
 */
export const sendRetryAfter: ApolloServerPlugin<RequestContext> = {
  requestDidStart: async () => ({
    willSendResponse: async ({ errors = [], response }) => {
      const ours = errors
        .map((error) => toStorageError(unwrapResolverError(error)))
        .filter((error) => error instanceof DomainError);
      const waits = ours.flatMap(({ retryAfter }) => retryAfter ?? []);
      if (waits.length > 0) response.http.headers.set("retry-after", String(Math.max(...waits)));
      const unavailable = ours.find(({ code }) => code === "UNAVAILABLE");
      if (unavailable) response.http.status = unavailable.status;
    },
  }),
};
