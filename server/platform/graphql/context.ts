import type { Principal } from "../../core/principal";
import type { PublicMark } from "../http/responseCache/responseCachePlugin";

export interface RequestContext {
  caller: Principal;
  /** Declares that the response is the same for all callers; absent if there is no other caller. */
  markPublic?(mark: PublicMark): void;
}
