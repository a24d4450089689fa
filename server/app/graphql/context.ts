import type { FastifyRequest } from "fastify";
import type { Services } from "../services";
import type { ResolverContext } from "../../modules/completeResolvers";
import { makeLoaders, type Loaders } from "./loaders";

/** The context with every service and loader. A noun's resolvers see only those that they declare. */
export type GraphqlContext = ResolverContext<Services, Loaders>;

/**
 * The parameters of a GraphQL GET request. Any other parameter prevents caching, because clients can invent any number
 * of them.
 */
const getParameters = new Set(["query", "variables", "operationName", "extensions"]);

export function makeContextFactory(services: Services) {
  return async (request: FastifyRequest): Promise<GraphqlContext> => ({
    caller: request.caller,
    services,
    loaders: makeLoaders(services),
    markPublic: (mark) => {
      if (Object.keys(request.query ?? {}).every((name) => getParameters.has(name)))
        request.publicMark = mark;
    },
  });
}
