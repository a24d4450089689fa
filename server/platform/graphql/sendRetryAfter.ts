import { unwrapResolverError } from "@apollo/server/errors";
import type { ApolloServerPlugin } from "@apollo/server";
import { DomainError } from "../../core/errors";
import { asStorageFault } from "../../core/storageFaults";
import type { GraphqlContext } from "../../app/graphql/context";

/**
 * The longest `retryAfter` of a response's errors (seconds) in the header too, and HTTP 503 where something cannot be
 * done just now: proxies and clients go by them, and the same goes for what is refused before Apollo sees it.
 */
export const sendRetryAfter: ApolloServerPlugin<GraphqlContext> = {
  requestDidStart: async () => ({
    willSendResponse: async ({ errors = [], response }) => {
      const ours = errors
        .map((error) => asStorageFault(unwrapResolverError(error)))
        .filter((error) => error instanceof DomainError);
      const waits = ours.flatMap(({ retryAfter }) => retryAfter ?? []);
      if (waits.length > 0) response.http.headers.set("retry-after", String(Math.max(...waits)));
      const unavailable = ours.find(({ code }) => code === "UNAVAILABLE");
      if (unavailable) response.http.status = unavailable.status;
    },
  }),
};
