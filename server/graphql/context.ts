import type { Services } from "../services";
import type { Viewer } from "../viewer";
import type { PublicMark } from "../http/ready/readyAnswersPlugin";
import { makeLoaders, type Loaders } from "./loaders";

/** What each resolver gets beside its arguments. */
export interface GraphqlContext {
  viewer: Viewer;
  services: Services;
  loaders: Loaders;
  /** Tells that the answer is the same for everybody; absent where nobody else could get it. */
  markPublic?(mark: PublicMark): void;
}

/** A new one for each operation. */
export function makeContextOf(services: Services) {
  return async (request: { viewer: Viewer; publicMark?: PublicMark }): Promise<GraphqlContext> => ({
    viewer: request.viewer,
    services,
    loaders: makeLoaders(services),
    markPublic: (mark) => (request.publicMark = mark),
  });
}
