/**
 * Lists and retries failed messages in the staff console. Invariants: only staff have access; a retry uses the
 * account's current number or address. The worker sends the messages.
 */
import type { Platform } from "../../platform/adapters/Platform";
import { DomainError, notFound } from "../../core/errors";
import { checkFirst, ListCursors, makePage } from "../../core/paging";
import type { Principal, StaffGuard } from "../../core/principal";
import type { AuditService } from "../audit/audit.service";
import * as messages from "./notification.repository";
import { findRecipient } from "./recipient.logic";

interface Deps extends Pick<Platform, "db" | "clock"> {
  audit: AuditService;
  staff: StaffGuard;
}

const cursors = new ListCursors("staffDeadMessages", ["time", "text"]);

export class FailedMessageService {
  constructor(private readonly deps: Deps) {}

  /** Returns a page, newest first. Throws UNAUTHENTICATED, FORBIDDEN, BAD_USER_INPUT. */
  async pageFailed(caller: Principal, { first, after }: { first: number; after?: string | null }) {
    const { db, staff } = this.deps;
    await staff.requireStaff(caller, "staffDeadMessages");
    const rows = await messages.findFailed(db.read, {
      limit: checkFirst(first) + 1,
      ...(after && { after: cursors.decode(after) }),
    });
    return makePage(rows, first, (row) => cursors.encode([row.createdAt, row.notificationId]));
  }

  /** The caller is not checked here, because only staff can query the queue's counts. */
  countFailed(): Promise<number> {
    return messages.countFailed(this.deps.db.read);
  }

  /** Makes a message due again. Throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND, INVALID_STATE. */
  async retry(caller: Principal, notificationId: string): Promise<string> {
    const { audit, clock, db, staff } = this.deps;
    const { staffId } = await staff.requireStaff(caller, "staffRetryMessage");
    await db.write(async (transaction) => {
      const message = await messages.findMessage(transaction, notificationId);
      if (!message) throw notFound();
      if (message.state !== "DEAD" || message.paramsSealed === null)
        throw new DomainError("INVALID_STATE", "Only a message that could not be sent can be retried");
      // The traveller may have corrected or removed the wrong address since the last attempt.
      if (!(await findRecipient(transaction, message)))
        throw new DomainError("INVALID_STATE", "The account no longer has an e-mail address");
      await messages.changeMessage(transaction, message, {
        state: "DUE",
        attempts: 0,
        nextTryAt: clock.now().toISOString(),
        lastError: null,
      });
      const { visaRequestId } = message;
      // The message may be to a follower, but the application's events belong to its owner.
      const userId = await messages.findRequestOwner(transaction, visaRequestId);
      const note = { by: { staffId }, request: { visaRequestId, userId } };
      await audit.record(transaction, "MESSAGE_RETRIED", notificationId, note);
    });
    return notificationId;
  }
}
