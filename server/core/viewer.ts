import type { EntityManager } from "typeorm";
import { DomainError } from "./errors";

/** The user or visitor who makes a call; the first argument of each service. */
export interface Viewer {
  /** The client's address, for limits by address. */
  address: string;
  /** Undefined for a visitor. */
  session: { userId: string; sessionId: string } | undefined;
  /** As the client reports it; shown in the list of sessions. */
  userAgent?: string | undefined;
}

/** A staff member, by account. */
export interface StaffMember {
  staffId: string;
  /** Empty until set in the profile. */
  name: string;
  phoneNumber: string;
}

/** Staff checks for the services that StaffService depends on; it implements them. */
export interface StaffGuard {
  /** Returns the viewer as a staff member. Throws UNAUTHENTICATED, FORBIDDEN, SECOND_FACTOR_REQUIRED. */
  requireStaff(viewer: Viewer): Promise<StaffMember>;
  /** Reads inside the transaction if one is given. */
  isStaff(userId: string, transaction?: EntityManager): Promise<boolean>;
  /** Returns the id of the account's staff number; undefined if it has none. */
  findMemberId(userId: string, transaction?: EntityManager): Promise<string | undefined>;
}

/** Returns the viewer's session; throws `UNAUTHENTICATED` for a visitor. */
export function requireSession(viewer: Viewer): { userId: string; sessionId: string } {
  if (!viewer.session) throw new DomainError("UNAUTHENTICATED", "Please log in");
  return viewer.session;
}
