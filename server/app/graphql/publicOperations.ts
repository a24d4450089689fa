import type { ApolloServerPlugin } from "@apollo/server";
import { Kind, OperationTypeNode, type OperationDefinitionNode } from "graphql";
import { catalogueQueries } from "../../modules/catalogue/catalogue.resolvers";
import type { GraphqlContext } from "./context";

/** What is answered from the catalogue and the settings alone, all that is below it too (`publicOperations.test.ts`). */
export const publicFields: ReadonlySet<string> = new Set(["siteInfo", ...Object.keys(catalogueQueries)]);

/** Marks responses to operations on the catalogue alone, so that they may be cached (`ResponseCache`). */
export const publicOperations: ApolloServerPlugin<GraphqlContext> = {
  async requestDidStart({ contextValue: { services, markPublic } }) {
    if (!markPublic) return undefined;
    const version = services.catalogue.lists;
    return {
      async willSendResponse({ operation, response: { body } }) {
        const isWhole = body.kind === "single" && !body.singleResult.errors;
        if (operation && isWhole && isPublic(operation)) markPublic({ version });
      },
    };
  },
};

/** Fragments at the top are not looked into: such an operation is answered in the ordinary way each time. */
export function isPublic({ operation, selectionSet: { selections } }: OperationDefinitionNode): boolean {
  return (
    operation === OperationTypeNode.QUERY &&
    selections.every((one) => one.kind === Kind.FIELD && publicFields.has(one.name.value))
  );
}
