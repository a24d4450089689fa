import type { ApolloServerPlugin, BaseContext } from "@apollo/server";

/** What an operation cost a partner, and what is left of its points until they are reset. */
export interface CountedCost {
  operation: number;
  remaining: number;
  resetSeconds: number;
}

/** Adds `extensions.cost` to the responses of callers whose cost is counted, which are partners. */
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
