/**
 * The types that we use of packages that only `server/bench/package.json` installs, so that types can be checked
 * without these packages.
 */

declare module "mercurius" {
  import type { FastifyPluginAsync, FastifyRequest } from "fastify";
  import type { GraphQLSchema } from "graphql";
  const mercurius: FastifyPluginAsync<{
    schema: GraphQLSchema;
    jit: number;
    context(request: FastifyRequest): Promise<object>;
  }>;
  export default mercurius;
}

declare module "express" {
  import type { IncomingMessage, ServerResponse } from "node:http";
  export interface Request extends IncomingMessage {
    query: Record<string, unknown>;
  }
  export interface Response extends ServerResponse {
    json(value: unknown): void;
    sendStatus(status: number): void;
  }
  export type Handler = (request: Request, response: Response, next: () => void) => unknown;
  export interface Express {
    use(path: string, ...handlers: Handler[]): void;
    get(path: string, handler: Handler): void;
    listen(port: number, host: string, done: () => void): void;
  }
  const express: { (): Express; json(): Handler };
  export default express;
}

declare module "@as-integrations/express5" {
  import type { ApolloServer, BaseContext } from "@apollo/server";
  import type { Handler, Request } from "express";
  export function expressMiddleware<Context extends BaseContext>(
    server: ApolloServer<Context>,
    options: { context(given: { req: Request }): Promise<Context> },
  ): Handler;
}
