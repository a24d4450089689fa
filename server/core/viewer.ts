import type { EntityManager } from "typeorm";
import { DomainError } from "./errors";

/** Who asks: what each service takes first. */
export interface Viewer {
  /** The address that the request came from; what limits by address count. */
  address: string;
  /** Undefined for a visitor. */
  session: { userId: string; sessionId: string } | undefined;
  /** What the caller says that it is; for the list of logins. */
  userAgent?: string | undefined;
}

/** Somebody of our staff, by their account. */
export interface StaffMember {
  staffId: string;
  /** Empty until they say it on their profile. */
  name: string;
  phoneNumber: string;
}

/** Who is staff, for the services that come before those of staff: StaffService tells them. */
export interface StaffGuard {
  /** Who asks, where they are staff. Errors: UNAUTHENTICATED, FORBIDDEN, SECOND_FACTOR_REQUIRED. */
  requireStaff(viewer: Viewer): Promise<StaffMember>;
  /** Looked up inside the transaction where one is given. */
  isStaff(userId: string, transaction?: EntityManager): Promise<boolean>;
  /** The id of the staff number that the account has; undefined if it has none. */
  findMemberId(userId: string, transaction?: EntityManager): Promise<string | undefined>;
}

/** The session of somebody who is logged in; `UNAUTHENTICATED` for a visitor. */
export function requireSession(viewer: Viewer): { userId: string; sessionId: string } {
  if (!viewer.session) throw new DomainError("UNAUTHENTICATED", "Please log in");
  return viewer.session;
}
