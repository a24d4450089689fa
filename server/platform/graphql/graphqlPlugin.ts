/** `/graphql`: Apollo Server on Fastify, multipart uploads, and Apollo Sandbox for browsers. */
import type { ApolloServer, BaseContext } from "@apollo/server";
import { fastifyApolloHandler } from "@as-integrations/fastify";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { requireSession } from "../../core/principal";
import type { HeaderSet } from "../http/securityHeaders";
import { describeError, setErrorHeaders } from "../http/describeError";
import { rejectOtherMethods } from "../http/rejectOtherMethods";
import { scheduled } from "../rateLimiting/scheduling/scheduled";
import { isMultipart } from "../http/multipart/multipartBody";
import { processGraphqlRequest } from "../http/multipart/processGraphqlRequest";
import type { OperationScheduler } from "../rateLimiting/scheduling/OperationScheduler";
import { deadlines, withDeadline, type Deadlines } from "./limits/deadline";

/** Maximum bytes of a JSON body. Files are sent as multipart, with separate limits. */
const maxJsonBytes = 100 * 1024;

interface Options<Context extends BaseContext> {
  apollo: ApolloServer<Context>;
  /** Creates the context that the resolvers of an operation share. */
  makeContext(request: FastifyRequest): Promise<Context>;
  /** Schedules operations; without a scheduler, each runs immediately. */
  scheduler?: Pick<OperationScheduler, "run">;
  /** Security headers of the page for browsers. */
  securityHeaders?: HeaderSet;
  /** Overrides the defaults, for tests. */
  within?: Deadlines;
}

export async function graphqlPlugin<Context extends BaseContext>(
  app: FastifyInstance,
  { apollo, makeContext, scheduler, securityHeaders, within = deadlines }: Options<Context>,
): Promise<void> {
  app.setErrorHandler(sendGraphqlError);

  const handle = fastifyApolloHandler(apollo, { context: makeContext });
  app.route({
    method: ["GET", "POST"],
    url: "/graphql",
    bodyLimit: maxJsonBytes,
    config: { scheduling: "own", ...(securityHeaders && { securityHeaders }) },
    preValidation: readUploads,
    handler: withDeadline(scheduler ? scheduled(scheduler, handle) : handle, within),
  });
  rejectOtherMethods(app, "/graphql", ["GET", "POST"]);
}

/** Reads uploads. Throws UNAUTHENTICATED for a visitor before it reads any. */
async function readUploads(request: FastifyRequest): Promise<void> {
  if (!isMultipart(request)) return;
  requireSession(request.caller);
  request.body = processGraphqlRequest(await request.readMultipart());
}

/** Sends errors that occur before Apollo receives the request, in the format of a GraphQL response. */
async function sendGraphqlError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const description = describeError(error, request.log);
  setErrorHeaders(reply, description);
  const { status, code, message, retryAfter, reference } = description;
  const extensions = { code, ...(retryAfter && { retryAfter }), ...(reference && { reference }) };
  return reply.code(status).send({ errors: [{ message, extensions }] });
}
