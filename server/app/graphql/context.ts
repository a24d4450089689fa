import type { Services } from "../services";
import type { Viewer } from "../../core/viewer";
import type { PublicMark } from "../../platform/http/responseCache/responseCachePlugin";
import { makeLoaders, type Loaders } from "./loaders";

/** What each resolver gets beside its arguments. */
export interface GraphqlContext {
  viewer: Viewer;
  services: Services;
  loaders: Loaders;
  /** Says that the response is the same for everybody; absent if no other client could get it. */
  markPublic?(mark: PublicMark): void;
}

interface Request {
  viewer: Viewer;
  query?: unknown;
  publicMark?: PublicMark;
}

/** Parameters of GraphQL by GET; there is no end of others that a client can add. */
const getParameters = new Set(["query", "variables", "operationName", "extensions"]);

/** A new one for each operation. */
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
