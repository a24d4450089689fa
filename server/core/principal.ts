import type { EntityManager } from "typeorm";
import { mayPerform, scopeFor, type access, type Action, type ActionFor, type Scope } from "./access.rules";
import { keyError, DomainError } from "./errors";

/** The caller; the first argument of each service. */
export type Principal = Visitor | Person | Partner | Staff;

interface Caller {
  address: string;
  /** The client's user agent, shown in the list of sessions. */
  userAgent?: string | undefined;
}

export interface Session {
  userId: string;
  sessionId: string;
}

interface Visitor extends Caller {
  kind: "visitor";
  session: undefined;
  partner?: undefined;
}

interface Person extends Caller {
  kind: "person";
  session: Session;
  partner?: undefined;
}

/** A program with a partner's key. Its applications belong to the partner's account. */
interface Partner extends Caller {
  kind: "partner";
  /** The partner's account, and the key's id as the session id. */
  session: Session;
  partner: PartnerAccess;
}

export interface PartnerAccess {
  partnerKeyId: string;
  scopes: readonly Scope[];
  limits: PartnerLimits;
  /** Service fee per applicant in whole rupees; null for the fee in the settings. */
  feeInr: number | null;
}

/** The limits of a partner, for all its keys together. */
export interface PartnerLimits {
  /** Points of query cost per minute. */
  points: number;
  /** Changes per minute. */
  write: number;
  /** Calls to the payment provider per minute. */
  gateway: number;
  /** Concurrent operations per process. */
  concurrent: number;
  openApplications: number;
  /** Maximum number of applications, including paid and cancelled ones. */
  applications: number;
  /** Maximum number of keys that have neither ended nor been replaced. */
  keys: number;
  applicationFiles: number;
  applicationBytes: number;
  /** Maximum total size of all applications' files, in bytes. */
  bytes: number;
}

/** A person with the staff role. `requireStaff` looks the role up for each action. */
export interface Staff extends Caller, StaffMember {
  kind: "staff";
  session: Session;
  partner?: undefined;
  /** The id of the number's row in `staff_member`, which outlives the account. */
  staffMemberId: string;
}

/** A staff member; `staffId` is the account's id. */
export interface StaffMember {
  staffId: string;
  /** Empty until the person sets it in the profile. */
  name: string;
  phoneNumber: string;
}

/** Staff checks for services on which StaffService, which implements them, depends. */
export interface StaffGuard {
  /** Returns the caller as staff. Throws UNAUTHENTICATED, FORBIDDEN, SECOND_FACTOR_REQUIRED. */
  requireStaff(principal: Principal, action: ActionFor<"staff" | "staffSigningIn">): Promise<Staff>;
  isStaff(userId: string, transaction?: EntityManager): Promise<boolean>;
  /** Returns the id of the row in `staff_member` for the account's number; undefined if the account is not staff. */
  findMemberId(userId: string, transaction?: EntityManager): Promise<string | undefined>;
}

type AllowedFor<A extends Action> = (typeof access)[A][0] extends "person"
  ? Person | Partner | Staff
  : (typeof access)[A][0] extends "staff" | "staffSigningIn"
    ? Staff
    : Principal;

/** Throws UNAUTHENTICATED, FORBIDDEN, SCOPE_MISSING or NOT_FOR_KEYS unless the table allows the action. */
export function assertMay<A extends Action>(
  principal: Principal,
  action: A,
): asserts principal is AllowedFor<A> {
  if (principal.kind === "partner") return assertKeyMay(principal.partner, action);
  if (mayPerform(principal.kind, action)) return;
  requireSession(principal);
  throw new DomainError("FORBIDDEN", "This is for our staff only");
}

function assertKeyMay({ scopes }: PartnerAccess, action: Action): void {
  const scope = scopeFor(action);
  if (!scope) throw keyError("NOT_FOR_KEYS", "This is for people who are signed in. A key cannot do it");
  if (!scopes.includes(scope))
    throw keyError("SCOPE_MISSING", `This key does not have the scope ${scope}`, { scope });
}

/** Returns the session of a person or a partner who may perform the action; throws UNAUTHENTICATED for a visitor. */
export function requirePerson(principal: Principal, action: ActionFor<"person">): Session {
  assertMay(principal, action);
  return principal.session;
}

/** Returns the session without checking an action; throws UNAUTHENTICATED for a visitor. */
export function requireSession(principal: Principal): Session {
  if (principal.kind === "visitor") throw new DomainError("UNAUTHENTICATED", "Please log in");
  return principal.session;
}

/** Returns a person if there is a session, otherwise a visitor. */
export function toPrincipal({ address, userAgent }: Caller, session: Session | undefined): Principal {
  const caller = { address, userAgent };
  return session ? { ...caller, kind: "person", session } : { ...caller, kind: "visitor", session };
}

export function toPartner(caller: Caller, partnerId: string, partner: PartnerAccess): Principal {
  const session = { userId: partnerId, sessionId: partner.partnerKeyId };
  return { ...caller, kind: "partner", session, partner };
}
