import type { Services } from "../services";
import type { Viewer } from "../viewer";
import type { Loaders } from "./loaders";

/** What each resolver gets beside its arguments. */
export interface GraphqlContext {
  viewer: Viewer;
  services: Services;
  loaders: Loaders;
}
