import type { ApolloServerPlugin } from "@apollo/server";
import { Kind, OperationTypeNode, type OperationDefinitionNode } from "graphql";
import { catalogueResolvers } from "../../modules/catalogue/catalogue.resolvers";
import type { GraphqlContext } from "./context";

/**
 * Fields that, with all their subfields, depend only on the catalogue and the settings (`publicOperations.test.ts`).
 */
export const publicFields: ReadonlySet<string> = new Set([
  "siteInfo",
  ...Object.keys(catalogueResolvers.Query),
]);

/** Marks the responses to public operations, so that they may be cached (`ResponseCache`). */
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

/**
 * True if an operation only queries public fields. False if it has a top-level fragment, because fragments are not
 * examined.
 */
export function isPublic({ operation, selectionSet: { selections } }: OperationDefinitionNode): boolean {
  return (
    operation === OperationTypeNode.QUERY &&
    selections.every((one) => one.kind === Kind.FIELD && publicFields.has(one.name.value))
  );
}
