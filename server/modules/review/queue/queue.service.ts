/**
 * The review queue: pages, searches and counts. Guards: staff only; a search by passport number is
 * recorded before its result is shown. Calls: the audit log.
 */
import type { Platform } from "../../../platform/adapters/Platform";
import { checkFirst, ListCursors, makePage, type Page } from "../../../core/paging";
import type { Principal, StaffGuard } from "../../../core/principal";
import type { AuditService } from "../../audit/audit.service";
import { findPassportIndexes } from "../../applicant/applicant.crypto";
import { todayInKolkata } from "../../../core/day.rules";
import type { VisaRequestEntity } from "../../visaRequest/visaRequest.entity";
import * as queue from "./queue.repository";
import { isOverdue, readFilter, readSearch, type QueueFilter, type QueueSearch } from "./queue.rules";

interface Deps extends Pick<Platform, "db" | "clock" | "keys"> {
  audit: AuditService;
  staff: StaffGuard;
}

const cursors = new ListCursors("staffVisaRequests", ["day", "id"]);

export class QueueService {
  constructor(private readonly deps: Deps) {}

  /** Returns a page of the queue or of search results. Errors: as in `requireStaff`, BAD_USER_INPUT. */
  async pageQueue(
    caller: Principal,
    asked: { filter?: QueueFilter | null; search?: string | null; first: number; after?: string | null },
  ): Promise<Page<VisaRequestEntity>> {
    const { staffId } = await this.deps.staff.requireStaff(caller, "staffVisaRequests");
    const size = checkFirst(asked.first);
    const [expectedDate, visaRequestId] = asked.after ? cursors.decode(asked.after) : [];
    const after = expectedDate && visaRequestId ? { expectedDate, visaRequestId } : undefined;
    const place = { after, limit: size + 1 };
    const search = asked.search?.trim();
    const sought = search ? readSearch(search) : undefined;
    const statement = search
      ? sought && queue.searchStatement(this.#toKey(sought), place)
      : this.#toStatement(asked.filter ?? {}, staffId, place);
    const rows = statement ? await queue.findQueued(this.deps.db.read, statement) : [];
    const page = makePage(rows, size, (row) => cursors.encode([row.expectedDate, row.visaRequestId]));
    if (sought && "passportNumber" in sought) await this.#recordSearch(staffId, page.nodes);
    return page;
  }

  /** Errors: as in `requireStaff`. */
  async countQueue(caller: Principal): Promise<queue.QueueCounts> {
    const { staffId } = await this.deps.staff.requireStaff(caller, "staffQueueCounts");
    return queue.countQueue(this.deps.db.rows, { staffId, today: this.#today() });
  }

  /** Merges count rows with the same key, because each change inserts a row if the database is shared. */
  async sumUpCounts(): Promise<void> {
    await this.deps.db.write(queue.sumUpCounts);
  }

  isOverdue(request: VisaRequestEntity): boolean {
    return isOverdue(request, this.#today());
  }

  /** Records a passport search for each application found, or once without the number if none is found. */
  async #recordSearch(staffId: string, found: readonly VisaRequestEntity[]): Promise<void> {
    const { audit, db } = this.deps;
    const by = { staffId };
    await db.write(async (transaction) => {
      if (found.length === 0) await audit.record(transaction, "PASSPORT_NOT_FOUND", staffId, { by });
      for (const request of found)
        await audit.record(transaction, "PASSPORT_SEARCHED", request.visaRequestId, { by, request });
    });
  }

  #toKey(sought: QueueSearch): queue.SearchKey {
    if (!("passportNumber" in sought)) return sought;
    return { passportIndexes: findPassportIndexes(this.deps.keys, sought.passportNumber) };
  }

  /** Returns undefined if nothing can match. */
  #toStatement(
    filter: QueueFilter,
    staffId: string,
    place: Parameters<typeof queue.queueStatement>[1],
  ): queue.Statement | undefined {
    const condition = readFilter(filter, { staffId, today: this.#today() });
    return condition && queue.queueStatement(condition, place);
  }

  #today() {
    return todayInKolkata(this.deps.clock.now());
  }
}
