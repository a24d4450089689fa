import type { ApolloServerPlugin } from "@apollo/server";
import { GraphQLError, type OperationDefinitionNode } from "graphql";
import { costOf, type Cost } from "./costOf";
import { describeExcess, limits } from "./limits.rules";

/**
 * The limits that need the schema and the variables: cost, and one login or payment mutation an operation. For what
 * comes over HTTP; the pages' own operations, which this process makes itself, pass unweighed.
 */
export function limitsPlugin(): ApolloServerPlugin {
  // Apollo keeps documents; what is known of their operations goes when they go.
  const weighed = new WeakMap<OperationDefinitionNode, Cost>();
  return {
    async requestDidStart({ request: { http } }) {
      if (!http) return undefined;
      return {
        async didResolveOperation({ schema, document, operation, request: { variables = {} } }) {
          // Absent where `operationName` names none, which the execution refuses.
          if (!operation) return;
          if (!schema.getRootType(operation.operation))
            throw badOperation(`There is no ${operation.operation} here`);
          let cost = weighed.get(operation);
          if (!cost || cost.dependsOnVariables) {
            cost = costOf(schema, document, operation, variables);
            weighed.set(operation, cost);
          }
          assertWithinLimits(cost);
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

/** Apollo takes the status of what is thrown here from `http`, and would answer 500 without it. */
function badOperation(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: "BAD_USER_INPUT", http: { status: 400 } } });
}
