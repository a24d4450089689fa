import type { EntityManager } from "typeorm";
import { mayPerform, type access, type Action, type ActionFor } from "./access.rules";
import { DomainError } from "./errors";

/** The caller; the first argument of each service. */
export type Principal = Visitor | Person | Staff;

interface Caller {
  /** The client's address, for limits by address. */
  address: string;
  /** As the client reports it; shown in the list of sessions. */
  userAgent?: string | undefined;
}

export interface Session {
  userId: string;
  sessionId: string;
}

interface Visitor extends Caller {
  kind: "visitor";
  session: undefined;
}

interface Person extends Caller {
  kind: "person";
  session: Session;
}

/** A person with the staff role, which `requireStaff` looks up for each action. */
export interface Staff extends Caller, StaffMember {
  kind: "staff";
  session: Session;
  /** The staff number, which outlives the account. */
  staffMemberId: string;
}

/** A staff member, identified by account. */
export interface StaffMember {
  staffId: string;
  /** Empty until set in the profile. */
  name: string;
  phoneNumber: string;
}

/** Staff checks, implemented by StaffService, for services that it depends on. */
export interface StaffGuard {
  /** Returns the caller as staff. Throws UNAUTHENTICATED, FORBIDDEN, SECOND_FACTOR_REQUIRED. */
  requireStaff(principal: Principal, action: ActionFor<"staff" | "staffSigningIn">): Promise<Staff>;
  /** Reads inside the transaction if one is given. */
  isStaff(userId: string, transaction?: EntityManager): Promise<boolean>;
  /** Returns the id of the account's staff number; undefined if it has none. */
  findMemberId(userId: string, transaction?: EntityManager): Promise<string | undefined>;
}

type AllowedFor<A extends Action> = (typeof access)[A] extends "person"
  ? Person | Staff
  : (typeof access)[A] extends "staff" | "staffSigningIn"
    ? Staff
    : Principal;

/** Throws UNAUTHENTICATED or FORBIDDEN unless the table of `access.rules` allows the action. */
export function assertMay<A extends Action>(
  principal: Principal,
  action: A,
): asserts principal is AllowedFor<A> {
  if (mayPerform(principal.kind, action)) return;
  requireSession(principal);
  throw new DomainError("FORBIDDEN", "This is for our staff only");
}

/** Returns the session of a person who may perform the action; throws UNAUTHENTICATED for a visitor. */
export function requirePerson(principal: Principal, action: ActionFor<"person">): Session {
  assertMay(principal, action);
  return principal.session;
}

/** Returns the session inside an action that is already checked; throws UNAUTHENTICATED for a visitor. */
export function requireSession(principal: Principal): Session {
  if (principal.kind === "visitor") throw new DomainError("UNAUTHENTICATED", "Please log in");
  return principal.session;
}

/** Returns a person with this session, or a visitor without one. */
export function toPrincipal({ address, userAgent }: Caller, session: Session | undefined): Principal {
  const caller = { address, userAgent };
  return session ? { ...caller, kind: "person", session } : { ...caller, kind: "visitor", session };
}
