/**
 * The review queue: which application is next, and how many there are. Guards: staff alone, and a search by passport
 * number is written down before its answer is seen. Calls: the audit log.
 */
import type { KeyRing } from "../../../adapters/crypto/keyRing";
import type { Database } from "../../../db/database";
import { checkFirst, decodeCursor, makePage, type Page } from "../../../paging";
import type { Clock } from "../../../ports";
import type { StaffGuard, Viewer } from "../../../viewer";
import type { AuditService } from "../../audit/audit.service";
import { findPassportIndexes } from "../../applicant/applicant.sealing";
import { todayInKolkata } from "../../visaRequest/day.rules";
import type { VisaRequestEntity } from "../../visaRequest/visaRequest.entity";
import * as queue from "./queue.repository";
import { isOverdue, readFilter, readSearch, type QueueFilter, type QueueSearch } from "./queue.rules";

interface Deps {
  audit: AuditService;
  db: Database;
  clock: Clock;
  keys: KeyRing;
  staff: StaffGuard;
}

type QueuePage = Pick<Page<VisaRequestEntity>, "nodes" | "pageInfo">;

export class QueueService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** A page of the queue, or of what a search finds. Errors: those of `requireStaff`, BAD_USER_INPUT. */
  async pageQueue(
    viewer: Viewer,
    asked: { filter?: QueueFilter | null; search?: string | null; first: number; after?: string | null },
  ): Promise<QueuePage> {
    const { staffId } = await this.#deps.staff.requireStaff(viewer);
    const size = checkFirst(asked.first);
    const [expectedDate, visaRequestId] = asked.after ? decodeCursor(asked.after, 2) : [];
    const after = expectedDate && visaRequestId ? { expectedDate, visaRequestId } : undefined;
    const sought = asked.search?.trim() ? readSearch(asked.search) : undefined;
    const statement = this.#findStatement(asked, sought, staffId, { after, limit: size + 1 });
    const rows = statement ? await queue.findQueued(this.#deps.db.read, statement) : [];
    const { nodes, pageInfo } = makePage(rows, size, rows.length, (row) => [
      row.expectedDate,
      row.visaRequestId,
    ]);
    if (sought && "passportNumber" in sought) await this.#recordSearch(staffId, nodes);
    return { nodes, pageInfo };
  }

  /** Errors: those of `requireStaff`. */
  async countQueue(viewer: Viewer): Promise<queue.QueueCounts> {
    const { staffId } = await this.#deps.staff.requireStaff(viewer);
    return queue.countQueue(this.#deps.db.rows, { staffId, today: this.#today() });
  }

  /** Where the database keeps a row for each change (a shared one): makes one of those that are of the same kind. */
  async sumUpCounts(): Promise<void> {
    await this.#deps.db.write(queue.sumUpCounts);
  }

  isOverdue(request: VisaRequestEntity): boolean {
    return isOverdue(request, this.#today());
  }

  /** Whose passport number was searched for is told so; a number that nobody has is written down without it. */
  async #recordSearch(staffId: string, found: readonly VisaRequestEntity[]): Promise<void> {
    const { audit, db } = this.#deps;
    const by = { staffId };
    await db.write(async (transaction) => {
      if (found.length === 0) await audit.record(transaction, "PASSPORT_NOT_FOUND", staffId, { by });
      for (const request of found)
        await audit.record(transaction, "PASSPORT_SEARCHED", request.visaRequestId, { by, request });
    });
  }

  /** Undefined where nothing can be found. */
  #findStatement(
    { filter, search }: { filter?: QueueFilter | null; search?: string | null },
    sought: QueueSearch | undefined,
    staffId: string,
    page: { after?: queue.QueueKey; limit: number },
  ): queue.Statement | undefined {
    if (!search?.trim()) {
      const condition = readFilter(filter ?? {}, { staffId, today: this.#today() });
      return condition && queue.queueStatement(condition, page);
    }
    if (!sought) return undefined;
    const key =
      "passportNumber" in sought
        ? { passportIndexes: findPassportIndexes(this.#deps.keys, sought.passportNumber) }
        : sought;
    return queue.searchStatement(key, page);
  }

  #today() {
    return todayInKolkata(this.#deps.clock.now());
  }
}
