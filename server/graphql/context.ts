import type { Services } from "../services";
import type { Viewer } from "../viewer";
import { makeLoaders, type Loaders } from "./loaders";

/** What each resolver gets beside its arguments. */
export interface GraphqlContext {
  viewer: Viewer;
  services: Services;
  loaders: Loaders;
}

/** A new one for each operation. */
export function makeContextOf(services: Services) {
  return async ({ viewer }: { viewer: Viewer }): Promise<GraphqlContext> => ({
    viewer,
    services,
    loaders: makeLoaders(services),
  });
}
