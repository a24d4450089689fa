import { unwrapResolverError } from "@apollo/server/errors";
import type { ApolloServerPlugin, BaseContext } from "@apollo/server";
import { DomainError } from "../../core/errors";
import { toStorageError } from "../../core/storageErrors";
import type { RequestContext } from "./context";

/**
 * Sets `Retry-After` to the longest `retryAfter` of the response's errors, and the status to 503 if one of them is
 * UNAVAILABLE.
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

/** The cost of a partner's operation, and the points that remain until the limit resets. */
export interface CountedCost {
  operation: number;
  remaining: number;
  resetSeconds: number;
}

/** Adds `extensions.cost` to partners' responses; `costOf` returns undefined for other callers. */
export function sendCost<Context extends BaseContext>(
  costOf: (context: Context) => CountedCost | undefined,
): ApolloServerPlugin<Context> {
  return {
    requestDidStart: async ({ contextValue }) => ({
      willSendResponse: async ({ response: { body } }) => {
        const cost = costOf(contextValue);
        if (cost && body.kind === "single")
          body.singleResult.extensions = { ...body.singleResult.extensions, cost };
      },
    }),
  };
}
