import type { ApolloServerPlugin } from "@apollo/server";
import type { GraphqlContext } from "./context";

/** Says the longest `retryAfter` of an answer's errors (seconds) in the header too, for clients that go by HTTP. */
export const sendRetryAfter: ApolloServerPlugin<GraphqlContext> = {
  async requestDidStart() {
    return {
      async willSendResponse({ response }) {
        if (response.body.kind !== "single") return;
        const waits = (response.body.singleResult.errors ?? [])
          .map(({ extensions }) => extensions?.["retryAfter"])
          .filter((wait) => typeof wait === "number");
        if (waits.length > 0) response.http.headers.set("retry-after", String(Math.max(...waits)));
      },
    };
  },
};
