/** The review queue: which application is next, and how many there are. Guards: staff alone. Calls: nothing outside. */
import type { KeyRing } from "../../../adapters/crypto/keyRing";
import type { Database } from "../../../db/database";
import { checkFirst, decodeCursor, makePage, type Page } from "../../../paging";
import type { Clock } from "../../../ports";
import type { StaffGuard, Viewer } from "../../../viewer";
import { findPassportIndexes } from "../../applicant/applicant.view";
import { todayInKolkata } from "../../visaRequest/day.rules";
import type { VisaRequestEntity } from "../../visaRequest/visaRequest.entity";
import * as queue from "./queue.repository";
import { isOverdue, readFilter, readSearch, type QueueFilter } from "./queue.rules";

interface Deps {
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
    const statement = this.#findStatement(asked, staffId, { after, limit: size + 1 });
    const rows = statement ? await queue.findQueued(this.#deps.db.read, statement) : [];
    const { nodes, pageInfo } = makePage(rows, size, rows.length, (row) => [
      row.expectedDate,
      row.visaRequestId,
    ]);
    return { nodes, pageInfo };
  }

  /** Errors: those of `requireStaff`. */
  async countQueue(viewer: Viewer): Promise<queue.QueueCounts> {
    const { staffId } = await this.#deps.staff.requireStaff(viewer);
    return queue.countQueue(this.#deps.db.read, { staffId, today: this.#today() });
  }

  isOverdue(request: VisaRequestEntity): boolean {
    return isOverdue(request, this.#today());
  }

  /** Undefined where nothing can be found. */
  #findStatement(
    { filter, search }: { filter?: QueueFilter | null; search?: string | null },
    staffId: string,
    page: { after?: queue.QueueKey; limit: number },
  ): queue.Statement | undefined {
    if (!search?.trim()) {
      const condition = readFilter(filter ?? {}, { staffId, today: this.#today() });
      return condition && queue.queueStatement(condition, page);
    }
    const sought = readSearch(search);
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
