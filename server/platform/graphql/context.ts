import type { Principal } from "../../core/principal";
import type { PublicMark } from "../http/responseCache/responseCachePlugin";

/** The part of the context that does not depend on the modules. */
export interface RequestContext {
  caller: Principal;
  /** Declares that the response is the same for all callers; absent if there is no other caller. */
  markPublic?(mark: PublicMark): void;
}
