import type { ApolloServer } from "@apollo/server";
import type { AskPublic } from "../../../client/publicData/PublicData";
import { toPrincipal } from "../../core/principal";
import type { Services } from "../services";
import type { GraphqlContext } from "./context";
import { makeLoaders } from "./loaders";

/** Executes the queries of server-rendered pages as a visitor, without HTTP. */
export function executeInProcess(apollo: ApolloServer<GraphqlContext>, services: Services): AskPublic {
  const caller = toPrincipal({ address: "127.0.0.1" }, undefined);
  return async ({ query, variables, operationName }) => {
    const contextValue = { caller, services, loaders: makeLoaders(services) };
    const { body } = await apollo.executeOperation({ query, variables, operationName }, { contextValue });
    if (body.kind !== "single") throw new Error("An operation of a page had an incremental response");
    if (body.singleResult.errors) throw new Error(body.singleResult.errors[0]?.message);
    return body.singleResult.data;
  };
}
