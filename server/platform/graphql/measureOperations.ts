import type { ApolloServerPlugin, BaseContext, GraphQLRequestContext } from "@apollo/server";
import { Kind } from "graphql";
import { userErrorCodes } from "../../core/errors";
import type { OperationMetrics } from "../metrics/OperationMetrics";
import { nameSpan } from "../metrics/spans";

type Request<Context extends BaseContext> = GraphQLRequestContext<Context>;

/**
 * Records each operation, and names its span, by the name of its root field. Ignores the operation names that clients
 * choose.
 */
export function measureOperations<Context extends BaseContext>(
  operations: OperationMetrics | undefined,
): ApolloServerPlugin<Context> {
  return {
    async requestDidStart() {
      const startedAt = performance.now();
      return {
        async didResolveOperation(request) {
          nameSpan(`${request.operation?.operation ?? "query"} ${nameOperation(request)}`);
        },
        async willSendResponse(request) {
          const seconds = (performance.now() - startedAt) / 1000;
          const operation = nameOperation(request);
          operations?.record({ kind: "graphql", operation, seconds, codes: listCodes(request) });
        },
      };
    },
  };
}

/** Returns the name of the root field, `several` for more than one, or `other` if it is not in the schema. */
function nameOperation<Context extends BaseContext>({ operation, schema }: Request<Context>): string {
  const [first, ...further] = operation?.selectionSet.selections ?? [];
  if (further.length > 0) return "several";
  if (!operation || first?.kind !== Kind.FIELD) return "other";
  const fields = schema.getRootType(operation.operation)?.getFields() ?? {};
  return Object.hasOwn(fields, first.name.value) ? first.name.value : "other";
}

/** Parts of the response's data. Clients choose its names with aliases, so each may be of any type. */
type Payload = { userErrors?: unknown } | null;
type UserErrors = ({ code?: unknown } | null)[];

/** Returns the distinct codes of the response's errors and of the payloads' `userErrors`. */
function listCodes<Context extends BaseContext>({ response }: Request<Context>): Set<string> {
  if (response.body?.kind !== "single") return new Set();
  const { data, errors = [] } = response.body.singleResult;
  const payloads = Object.values((data ?? {}) as Record<string, Payload>);
  const userErrors = payloads.flatMap((payload) =>
    Array.isArray(payload?.userErrors) ? (payload.userErrors as UserErrors) : [],
  );
  const codes = new Set(userErrors.map((error) => error?.code));
  return new Set([
    // `formatError` gives every error a code.
    ...errors.map(({ extensions }) => extensions?.["code"] as string),
    ...userErrorCodes.filter((code) => codes.has(code)),
  ]);
}
