/**
 * Checks the staff role. Guards: the role is read on each request; if a second factor is required, a login without one
 * has no role.
 */
import type { EntityManager } from "typeorm";
import type { Platform } from "../../platform/adapters/Platform";
import { DomainError } from "../../core/errors";
import { access, type ActionFor } from "../../core/access.rules";
import { assertMay, type Principal, type Staff, type StaffGuard } from "../../core/principal";
import { hasGivenSecondFactor } from "../auth/auth.reads";
import * as staff from "./staff.repository";

interface Deps extends Pick<Platform, "db"> {
  /** True if a login needs a second factor to have the role. */
  requiresSecondFactor: boolean;
}

export class StaffService implements StaffGuard {
  constructor(private readonly deps: Deps) {}

  /**
   * Returns the caller as staff; every staff operation calls this first. Errors: UNAUTHENTICATED,
   * FORBIDDEN, SECOND_FACTOR_REQUIRED.
   */
  async requireStaff(caller: Principal, action: ActionFor<"staff" | "staffSigningIn">): Promise<Staff> {
    const principal = await this.#findRole(caller);
    assertMay(principal, action);
    if (access[action][0] !== "staffSigningIn" && !(await this.#hasGivenAllFactors(principal)))
      throw new DomainError("SECOND_FACTOR_REQUIRED", "Confirm with the code from your authenticator app");
    return principal;
  }

  get requiresSecondFactor(): boolean {
    return this.deps.requiresSecondFactor;
  }

  /** True if the caller is staff and this login has given a second factor, if one is required. */
  async isActingStaff(caller: Principal): Promise<boolean> {
    const principal = await this.#findRole(caller);
    return principal.kind === "staff" && this.#hasGivenAllFactors(principal);
  }

  async isStaff(userId: string, transaction?: EntityManager): Promise<boolean> {
    return (await this.findMemberId(userId, transaction)) !== undefined;
  }

  /** Returns the id of the account's staff number; undefined if the account is not staff. */
  async findMemberId(userId: string, transaction?: EntityManager): Promise<string | undefined> {
    return (await staff.findStaffUser(transaction ?? this.deps.db.rows, userId))?.staffMemberId;
  }

  /** Returns current and former staff by id, in the order of the ids; undefined for an unknown id. */
  async findPeople(staffIds: readonly string[]): Promise<(staff.StaffPerson | undefined)[]> {
    const people = await staff.findPeople(this.deps.db.rows, staffIds);
    return staffIds.map((staffId) => people.find((person) => person.staffId === staffId));
  }

  /** Reads the role only for staff actions, so that travellers' requests need no statement for it. */
  async #findRole(principal: Principal): Promise<Principal> {
    if (principal.kind === "partner") return principal;
    const { session } = principal;
    const user = session && (await staff.findStaffUser(this.deps.db.rows, session.userId));
    if (!user) return principal;
    const { userId: staffId, name, phoneNumber, staffMemberId } = user;
    return { ...principal, kind: "staff", session, staffId, name, phoneNumber, staffMemberId };
  }

  async #hasGivenAllFactors({ session }: Staff): Promise<boolean> {
    const { db, requiresSecondFactor } = this.deps;
    return !requiresSecondFactor || hasGivenSecondFactor(db.rows, session.sessionId);
  }
}
