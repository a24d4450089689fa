import { HeaderMap, type ApolloServerPlugin } from "@apollo/server";
import { BREAK, execute, visit, type DocumentNode, type GraphQLSchema } from "graphql";
import type { FormatError } from "./formatError";

/** Shows staff operations only to staff: for other callers, introspection runs on a schema without them. */
export function introspectionPlugin<Context extends object>(
  open: GraphQLSchema,
  isActingStaff: (context: Context) => Promise<boolean>,
  formatError: FormatError,
): ApolloServerPlugin<Context> {
  // Weak, so that an entry is removed when Apollo evicts its document from the document cache.
  const known = new WeakMap<DocumentNode, boolean>();
  return {
    async requestDidStart() {
      return {
        async responseForOperation({ document, contextValue, request }) {
          let isAsking = known.get(document);
          if (isAsking === undefined) known.set(document, (isAsking = asksForSchema(document)));
          if (!isAsking) return null;
          if (await isActingStaff(contextValue)) return null;
          const { variables: variableValues, operationName } = request;
          const operation = { document, contextValue, variableValues, operationName };
          const { data = null, errors } = await execute({ schema: open, ...operation });
          const singleResult = {
            data,
            ...(errors && { errors: errors.map((error) => formatError(error.toJSON(), error)) }),
          };
          return {
            http: { headers: new HeaderMap(), status: undefined },
            body: { kind: "single", singleResult },
          };
        },
      };
    },
  };
}

function asksForSchema(document: DocumentNode): boolean {
  let found = false;
  visit(document, {
    Field({ name }) {
      if (name.value !== "__schema" && name.value !== "__type") return undefined;
      found = true;
      return BREAK;
    },
  });
  return found;
}
