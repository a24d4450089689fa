import type { Principal } from "../../core/principal";
import type { PublicMark } from "../http/responseCache/responseCachePlugin";

export interface RequestContext {
  caller: Principal;
  /** Declares that the response is the same for all callers; absent if the operation was not sent over HTTP. */
  markPublic?(mark: PublicMark): void;
}
