import type { Services } from "../services";
import type { Viewer } from "../../core/viewer";
import type { PublicMark } from "../../platform/http/responseCache/responseCachePlugin";
import { makeLoaders, type Loaders } from "./loaders";

export interface GraphqlContext {
  viewer: Viewer;
  services: Services;
  loaders: Loaders;
  /** Marks the response as public; absent if the request is not cacheable for other clients. */
  markPublic?(mark: PublicMark): void;
}

interface Request {
  viewer: Viewer;
  query?: unknown;
  publicMark?: PublicMark;
}

/** Parameters of GraphQL by GET; clients can add any number of others. */
const getParameters = new Set(["query", "variables", "operationName", "extensions"]);

/** The returned function creates a context per operation. */
export function makeContextOf(services: Services) {
  return async (request: Request): Promise<GraphqlContext> => ({
    viewer: request.viewer,
    services,
    loaders: makeLoaders(services),
    markPublic: (mark) => {
      if (Object.keys(request.query ?? {}).every((name) => getParameters.has(name)))
        request.publicMark = mark;
    },
  });
}
