import { HeaderMap, type ApolloServerPlugin, type BaseContext } from "@apollo/server";
import { GraphQLError, type OperationDefinitionNode } from "graphql";
import { DomainError } from "../../../core/errors";
import { operationCost, type Cost } from "./operationCost";
import { describeExcess, limits } from "./limits.rules";
import { shapeRule } from "./shapeRule";

/**
 * Checks, before an operation runs, that the caller may send it, and counts it against the caller's rate limits. Throws
 * RATE_LIMITED; for keys also SCOPE_MISSING and NOT_FOR_KEYS.
 */
export type AdmitOperation<Context> = (context: Context, cost: Cost) => Promise<void>;

/** Applies the limits that depend on the schema and the variables, to operations that were sent over HTTP. */
function limitsPlugin<Context extends BaseContext>(
  admit: AdmitOperation<Context> = async () => undefined,
): ApolloServerPlugin<Context> {
  // Weak, so that a cost is removed when Apollo evicts its document from the document cache.
  const weighed = new WeakMap<OperationDefinitionNode, Cost>();
  return {
    async requestDidStart({ request: { http } }) {
      if (!http) return undefined;
      return {
        async didResolveOperation({ schema, document, operation, request, contextValue }) {
          // Undefined if `operationName` matches no operation; the execution then rejects the request.
          if (!operation) return;
          if (!schema.getRootType(operation.operation))
            throw badOperation(`There is no ${operation.operation} here`);
          let cost = weighed.get(operation);
          if (!cost || cost.dependsOnVariables) {
            cost = operationCost(schema, document, operation, request.variables ?? {});
            weighed.set(operation, cost);
          }
          assertWithinLimits(cost);
          await admit(contextValue, cost).catch(throwForApollo);
        },
      };
    },
  };
}

function assertWithinLimits({ cost, introspectionCost, oncePerOperation }: Cost): void {
  if (cost > limits.cost) throw badOperation(describeExcess("cost", cost));
  if (introspectionCost > limits.introspectionCost)
    throw badOperation(describeExcess("introspectionCost", introspectionCost));
  if (oncePerOperation.length > 1)
    throw badOperation(
      `An operation may have 1 login or payment mutation; this one has ${oncePerOperation.length}: ` +
        [...new Set(oncePerOperation)].join(", "),
    );
}

/** Sets `extensions.http`, because Apollo would otherwise respond with status 500. */
function badOperation(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: "BAD_USER_INPUT", http: { status: 400 } } });
}

function throwForApollo(error: unknown): never {
  if (!(error instanceof DomainError)) throw error;
  const { code, message, retryAfter, status } = error;
  const headers = new HeaderMap(retryAfter ? [["retry-after", String(retryAfter)]] : []);
  throw new GraphQLError(message, { extensions: { code, retryAfter, http: { status, headers } } });
}

/** Returns the options of Apollo Server that apply the limits to every operation, for any schema. */
export function limitOptions<Context extends BaseContext>(admit?: AdmitOperation<Context>) {
  return {
    parseOptions: { maxTokens: limits.tokens },
    validationRules: [shapeRule],
    plugins: [limitsPlugin(admit)],
  };
}
