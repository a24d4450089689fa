import type { ApolloServer } from "@apollo/server";
import type { Execute } from "../../client/renderPage";
import type { Services } from "../services";
import type { GraphqlContext } from "./context";
import { makeLoaders } from "./loaders";

/** Answers operations of the pages that the server renders, as a visitor's, without HTTP in between. */
export function executeInProcess(apollo: ApolloServer<GraphqlContext>, services: Services): Execute {
  return async ({ query, variables, operationName }) => {
    const { body } = await apollo.executeOperation(
      { query, variables, operationName },
      {
        contextValue: {
          viewer: { address: "127.0.0.1", session: undefined },
          services,
          loaders: makeLoaders(services),
        },
      },
    );
    if (body.kind !== "single") throw new Error("An operation of a page was answered in parts");
    if (body.singleResult.errors) throw new Error(body.singleResult.errors[0]?.message);
    // Without its prototype-less objects, which Apollo's cache does not take.
    return structuredClone(body.singleResult) as Awaited<ReturnType<Execute>>;
  };
}
