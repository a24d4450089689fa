/** Apollo Server over the SDL of all nouns. */
import { ApolloServer } from "@apollo/server";
import { ApolloServerPluginCacheControlDisabled } from "@apollo/server/plugin/disabled";
import type { Log } from "../../core/unexpectedError";
import type { GraphqlContext } from "./context";
import { makeFormatError } from "../../platform/graphql/formatError";
import { limitOptions } from "../../platform/graphql/limits/limitOptions";
import { introspectionPlugin } from "../../platform/graphql/introspectionPlugin";
import { publicOperations } from "./publicOperations";
import { sandboxPage, type SandboxSite } from "../../platform/graphql/sandboxPage";
import { makeSchemas } from "./schemas";
import { sendRetryAfter } from "../../platform/graphql/sendRetryAfter";

/** Starts it; the caller stops it. */
export async function startApollo(
  schemaFolder: string,
  site: SandboxSite,
  log: Log,
): Promise<ApolloServer<GraphqlContext>> {
  const { plugins, ...options } = limitOptions<GraphqlContext>(({ services, viewer }, mutations) =>
    services.limits.countWrites(viewer, mutations),
  );
  const schemas = makeSchemas(schemaFolder);
  const formatError = makeFormatError(log);
  const apollo = new ApolloServer<GraphqlContext>({
    ...options,
    schema: schemas.whole,
    introspection: true,
    // One operation a request: the limits are an operation's.
    allowBatchedHttpRequests: false,
    csrfPrevention: true,
    // "Did you mean staff…?" would tell what the asker did not know. Developers have the introspection.
    hideSchemaDetailsFromClientErrors: true,
    includeStacktraceInErrorResponses: false,
    // On SIGTERM Apollo would fail what is running. Fastify drains instead, in its own order.
    stopOnTerminationSignals: false,
    formatError,
    plugins: [
      ...plugins,
      introspectionPlugin(schemas.open, formatError),
      // Measured: 1.2 to 1.9 times as fast without it; our responses carry their own headers.
      ApolloServerPluginCacheControlDisabled(),
      sendRetryAfter,
      publicOperations,
      sandboxPage(site),
    ],
  });
  await apollo.start();
  return apollo;
}
