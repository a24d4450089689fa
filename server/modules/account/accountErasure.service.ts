/**
 * Erases an account. Guards: only the owner can erase the account, with a fresh code, and not while a paid application
 * is undecided, or a refund, a dispute or an approval requested by the owner is open. Payments, prices and reference
 * numbers are retained without personal data. Calls: the auth module for the code, the file module for the bytes.
 */
import type { EntityManager } from "typeorm";
import type { Platform } from "../../platform/adapters/Platform";
import { removeIdempotencyKeys } from "../../platform/db/idempotency";
import { DomainError, notFound } from "../../core/errors";
import { requirePerson, type Principal } from "../../core/principal";
import type { KeptApplicantService } from "../applicant/kept/keptApplicant.service";
import type { ApprovalService } from "../approval/approval.service";
import type { Actor, AuditService } from "../audit/audit.service";
import type { CodeAttemptService } from "../auth/codeAttempts.service";
import type { SessionService } from "../auth/session.service";
import type { FileService } from "../file/file.service";
import type { NotificationService } from "../notification/notification.service";
import type { PartnerMemberService } from "../partner/partnerMember.service";
import type { RetentionService } from "../retention/retention.service";
import { findAllRequestsByUser } from "../visaRequest/visaRequest.reads";
import type { VisaRequestService } from "../visaRequest/visaRequest.service";
import { findUser } from "../user/user.reads";
import type { UserEntity } from "../user/user.entity";
import type { UserService } from "../user/user.service";
import type { UserAccountService } from "../user/userAccount.service";
import { cannotEraseReason } from "./account.rules";
import { findUnfinishedPaid } from "./accountErasure.repository";

interface Deps extends Pick<Platform, "db" | "clock"> {
  accounts: UserAccountService;
  audit: AuditService;
  codes: CodeAttemptService;
  users: UserService;
  approvals: ApprovalService;
  fileService: FileService;
  keptApplicants: Pick<KeptApplicantService, "removeByUser">;
  notifications: NotificationService;
  partnerMembers: Pick<PartnerMemberService, "removeByUser">;
  retention: RetentionService;
  sessions: SessionService;
  visaRequests: VisaRequestService;
}

export class AccountErasureService {
  #eraseElsewhere: (user: UserEntity) => Promise<void> = async () => undefined;

  constructor(private readonly deps: Deps) {}

  /**
   * Sets the function that erases the account's data outside this database. It runs before the rows are erased, and may
   * run twice: if it fails or the process stops in between, the owner still has an account and can repeat the erasure.
   * If the transaction that erases the rows is refused, the data outside is already gone.
   */
  onErase(eraseElsewhere: (user: UserEntity) => Promise<void>): void {
    this.#eraseElsewhere = eraseElsewhere;
  }

  /** Returns the reference numbers of the caller's applications that block erasure; empty for other users. */
  async findBlockers(caller: Principal, userId: string): Promise<string[]> {
    if (caller.session?.userId !== userId) return [];
    return findUnfinishedPaid(this.deps.db.read, userId);
  }

  /** Errors: UNAUTHENTICATED, INVALID_STATE with the reason, REQUIRED, OTP_INVALID, OTP_EXPIRED, RATE_LIMITED. */
  async erase(
    caller: Principal,
    { otp, handle }: { otp: string; handle?: string | null },
  ): Promise<{ erased: true }> {
    const { userId } = requirePerson(caller, "eraseAccount");
    const { audit, codes, db, fileService, users } = this.deps;
    const user = await users.getUser(caller, userId);
    // Fails early, before a code is required. The transaction repeats the check, because the account may have changed.
    await this.#assertErasable(db.read, userId);
    if (!otp.trim())
      throw new DomainError("REQUIRED", "Enter the code that was sent to you", { field: "otp" });
    const erasing = codes.withCodes(
      caller,
      [{ phoneNumber: user.phoneNumber, otp, handle }],
      async (transaction) => {
        await this.#assertErasable(transaction, userId);
        return this.#eraseRows(transaction, caller, user);
      },
      () => this.#eraseElsewhere(user),
    );
    const files = await erasing.catch(async (error: unknown) => {
      const erasure = { action: "ACCOUNT_ERASED", subjectId: userId, actorId: userId } as const;
      if (!(await audit.wasDoneSince(db.read, erasure, new Date(0)))) throw error;
      // A concurrent call was faster, and has voided the code.
      return [];
    });
    // The rows are already deleted. If a crash leaves bytes behind, the sweep at the next start removes them.
    await fileService.discard(files);
    await db.purgeDeleted();
    return { erased: true };
  }

  /**
   * Erases an account of the test world that its owner did not ask to erase, even with a paid application, because no
   * money moves there. Runs `work` first, in the same transaction. Errors: NOT_FOUND.
   */
  async eraseTestAccount(
    userId: string,
    work?: (transaction: EntityManager) => Promise<void>,
  ): Promise<void> {
    const { db, fileService } = this.deps;
    const files = await db.write(async (transaction) => {
      const user = await findUser(transaction, userId);
      if (!user) throw notFound();
      await work?.(transaction);
      return this.#eraseRows(transaction, "SYSTEM", user);
    });
    await fileService.discard(files);
    await db.purgeDeleted();
  }

  async #eraseRows(
    transaction: EntityManager,
    by: Actor,
    { userId, phoneNumber }: UserEntity,
  ): Promise<{ fileId: string }[]> {
    const { accounts, audit, clock, codes, keptApplicants, notifications } = this.deps;
    const { partnerMembers, retention, sessions, visaRequests } = this.deps;
    const at = clock.now();
    const files: { fileId: string }[] = [];
    for (const request of await findAllRequestsByUser(transaction, userId)) {
      const changes = { followerId: null };
      files.push(...(await retention.removePersonalData(transaction, request, { at, note: null, changes })));
      await visaRequests.removeNotes(transaction, request.visaRequestId);
    }
    files.push(...(await keptApplicants.removeByUser(transaction, userId)));
    await sessions.endSessions(transaction, { userId });
    await codes.anonymise(transaction, phoneNumber);
    await removeIdempotencyKeys(transaction, userId);
    await notifications.removeTo(transaction, userId);
    await partnerMembers.removeByUser(transaction, { userId });
    await accounts.anonymise(transaction, userId);
    // Without the number the user is no longer staff, so their cases are released.
    await visaRequests.releaseCases(transaction, userId);
    await audit.record(transaction, "ACCOUNT_ERASED", userId, { by, ownerUserId: userId });
    return files;
  }

  /** Errors: INVALID_STATE. */
  async #assertErasable(db: EntityManager, userId: string): Promise<void> {
    const reason = cannotEraseReason(await findUnfinishedPaid(db, userId));
    if (reason) throw new DomainError("INVALID_STATE", reason);
    await this.deps.approvals.assertNoneAskedBy(db, userId);
  }
}
