/** `/graphql`: Apollo Server on Fastify, multipart uploads, and Apollo Sandbox for a browser. */
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { ApolloServer } from "@apollo/server";
import { ApolloServerPluginCacheControlDisabled } from "@apollo/server/plugin/disabled";
import { ApolloServerPluginLandingPageLocalDefault } from "@apollo/server/plugin/landingPage/default";
import { fastifyApolloHandler } from "@as-integrations/fastify";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { DomainError } from "../errors";
import { describeError } from "../http/describeError";
import { processGraphqlRequest } from "../http/multipart/processGraphqlRequest";
import { sandboxPageHeaders } from "../http/securityHeaders";
import type { Services } from "../services";
import type { GraphqlContext } from "./context";
import { makeFormatError } from "./formatError";
import { makeLoaders } from "./loaders";
import { resolvers } from "./resolvers";

/** Bytes of a JSON body; files come as multipart, with limits of their own. */
const maxJsonBytes = 100 * 1024;

/** The SDL of all nouns. */
function readTypeDefs(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".graphql"))
    .map((name) => readFileSync(join(folder, name), "utf8"));
}

export async function graphqlPlugin(
  app: FastifyInstance,
  { services, schemaFolder }: { services: Services; schemaFolder: string },
): Promise<void> {
  const apollo = new ApolloServer<GraphqlContext>({
    typeDefs: readTypeDefs(schemaFolder),
    resolvers,
    introspection: true,
    includeStacktraceInErrorResponses: false,
    // Fastify stops the process in its own order, and lets what is running finish (facts.md).
    stopOnTerminationSignals: false,
    formatError: makeFormatError(app.log),
    plugins: [
      // Measured: 1.2 to 1.9 times as fast without it (facts.md); our answers carry their own headers.
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginLandingPageLocalDefault({ embed: { runTelemetry: false } }),
    ],
  });
  await apollo.start();
  app.addHook("onClose", () => apollo.stop());
  app.setErrorHandler(answerInGraphql);

  app.route({
    method: ["GET", "POST"],
    url: "/graphql",
    bodyLimit: maxJsonBytes,
    helmet: sandboxPageHeaders,
    preValidation: readUploads,
    handler: fastifyApolloHandler(apollo, {
      context: async (request): Promise<GraphqlContext> => ({
        viewer: request.viewer,
        services,
        loaders: makeLoaders(services),
      }),
    }),
  });
}

/** Only somebody who is logged in may send files; a visitor's are not even read. */
async function readUploads(request: FastifyRequest): Promise<void> {
  if (!request.headers["content-type"]?.startsWith("multipart/form-data")) return;
  if (!request.viewer.session) throw new DomainError("UNAUTHENTICATED", "Please log in");
  request.body = processGraphqlRequest(await request.readMultipart());
}

/** What goes wrong before Apollo has the request leaves in the same form as what goes wrong in it. */
async function answerInGraphql(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const { status, code, message, retryAfter, reference } = describeError(error, request.log);
  if (retryAfter) reply.header("retry-after", retryAfter);
  const extensions = { code, ...(retryAfter && { retryAfter }), ...(reference && { reference }) };
  return reply.code(status).send({ errors: [{ message, extensions }] });
}
