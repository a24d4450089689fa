import type { Principal } from "../../core/principal";
import type { PublicMark } from "../http/responseCache/responseCachePlugin";

export interface RequestContext {
  caller: Principal;
  /**
   * Marks the response as the same for all callers, so that it may be cached. Absent if the operation was not sent over
   * HTTP.
   */
  markPublic?(mark: PublicMark): void;
}
