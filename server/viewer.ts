import { DomainError } from "./errors";

/** Who asks: what each service takes first. */
export interface Viewer {
  /** The address that the request came from; what limits by address count. */
  address: string;
  /** Undefined for a visitor. */
  session: { userId: string; sessionId: string } | undefined;
}

/** The session of somebody who is logged in; `UNAUTHENTICATED` for a visitor. */
export function requireSession(viewer: Viewer): { userId: string; sessionId: string } {
  if (!viewer.session) throw new DomainError("UNAUTHENTICATED", "Please log in");
  return viewer.session;
}
