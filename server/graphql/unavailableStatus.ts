import { unwrapResolverError } from "@apollo/server/errors";
import type { ApolloServerPlugin } from "@apollo/server";
import { DomainError } from "../errors";
import type { GraphqlContext } from "./context";

/**
 * HTTP 503 and `Retry-After` for an operation that cannot be done just now: proxies and clients go by them, and the
 * same goes for what is refused before Apollo sees it.
 */
export const unavailableStatus: ApolloServerPlugin<GraphqlContext> = {
  requestDidStart: async () => ({
    willSendResponse: async ({ errors = [], response }) => {
      const unavailable = errors
        .map(unwrapResolverError)
        .find((error) => error instanceof DomainError && error.code === "UNAVAILABLE") as
        DomainError | undefined;
      if (!unavailable) return;
      response.http.status = unavailable.status;
      if (unavailable.retryAfter) response.http.headers.set("retry-after", String(unavailable.retryAfter));
    },
  }),
};
