import { ApolloServer } from "@apollo/server";
import { ApolloServerPluginCacheControlDisabled } from "@apollo/server/plugin/disabled";
import type { Action } from "../../core/access.rules";
import type { World } from "../../core/ports";
import { assertMay, type Principal } from "../../core/principal";
import type { ErrorLog } from "../../core/unexpectedError";
import type { GraphqlContext } from "./context";
import { makeFormatError } from "../../platform/graphql/formatError";
import { limitOptions } from "../../platform/graphql/limits/limitsPlugin";
import { introspectionPlugin } from "../../platform/graphql/introspectionPlugin";
import { measureOperations } from "../../platform/graphql/measureOperations";
import type { OperationMetrics } from "../../platform/metrics/OperationMetrics";
import { isTracing } from "../../platform/metrics/spans";
import { publicOperations } from "./publicOperations";
import { sandboxPage, type SandboxSite } from "../../platform/graphql/sandboxPage";
import { makeSchemas } from "./schemas";
import { sendCost, sendRetryAfter } from "../../platform/graphql/responsePlugins";

/**
 * Checks the scopes of keys. The services' checks are not enough, because they skip actions that are open to all
 * callers.
 */
function assertMayAll(caller: Principal, rootFields: readonly string[]): void {
  // Introspection needs no scope, because it shows only public parts.
  for (const name of rootFields) if (!name.startsWith("__")) assertMay(caller, name as Action);
}

/** Starts Apollo Server; the caller has to stop it. */
export async function startApollo(
  { folder, world }: { folder: string; world: World["name"] },
  site: SandboxSite,
  log: ErrorLog,
  operations?: OperationMetrics,
): Promise<ApolloServer<GraphqlContext>> {
  const { plugins, ...options } = limitOptions<GraphqlContext>(async ({ services, caller }, cost) => {
    if (caller.partner) assertMayAll(caller, cost.rootFields);
    await services.limits.countOperation(caller, cost);
  });
  const schemas = makeSchemas(folder, world);
  const formatError = makeFormatError(log);
  const apollo = new ApolloServer<GraphqlContext>({
    ...options,
    schema: schemas.whole,
    introspection: true,
    // One operation per request, because the limits are per operation.
    allowBatchedHttpRequests: false,
    csrfPrevention: true,
    // "Did you mean staff…?" would reveal hidden names. Developers can use introspection.
    hideSchemaDetailsFromClientErrors: true,
    includeStacktraceInErrorResponses: false,
    // On SIGTERM Apollo would abort running operations. Fastify drains connections instead, in its own order.
    stopOnTerminationSignals: false,
    formatError,
    plugins: [
      ...plugins,
      introspectionPlugin(
        schemas.open,
        ({ services, caller }: GraphqlContext) => services.staff.isActingStaff(caller),
        formatError,
      ),
      // Without Apollo's cache control, operations are 1.2 to 1.9 times as fast (measured). We set our own cache
      // headers.
      ApolloServerPluginCacheControlDisabled(),
      sendRetryAfter,
      sendCost(({ services, caller }: GraphqlContext) => services.limits.costOf(caller)),
      publicOperations,
      sandboxPage(site),
      ...(operations || isTracing() ? [measureOperations<GraphqlContext>(operations)] : []),
    ],
  });
  await apollo.start();
  return apollo;
}
