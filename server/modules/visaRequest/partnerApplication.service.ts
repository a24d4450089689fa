/** A partner's list of its applications, for programs that synchronise them. Guards: only the caller's applications. */
import type { Platform } from "../../platform/adapters/Platform";
import { queryRows } from "../../platform/db/rowSource";
import { checkFirst, ListCursors, makePage, type Page } from "../../core/paging";
import { requirePerson, type Principal } from "../../core/principal";
import type { VisaRequestEntity } from "./visaRequest.entity";
import { partnerRequestsStatement } from "./partnerApplication.repository";

const cursors = new ListCursors("partnerApplications", ["time", "id"]);

export class PartnerApplicationService {
  constructor(private readonly deps: Pick<Platform, "db">) {}

  /** Returns a page of the caller's applications, oldest change first; empty for people. Throws BAD_USER_INPUT. */
  async page(
    caller: Principal,
    filter: Parameters<typeof partnerRequestsStatement>[1],
    { first, after }: { first: number; after?: string | null },
  ): Promise<Page<VisaRequestEntity>> {
    const { userId } = requirePerson(caller, "partnerApplications");
    const size = checkFirst(first);
    const [sql, values] = partnerRequestsStatement(userId, filter, {
      limit: size + 1,
      after: after ? cursors.decode(after) : undefined,
    });
    const rows = await queryRows<VisaRequestEntity>(this.deps.db.rows, sql, values);
    return makePage(rows, size, (row) => cursors.encode([row.changedAt!, row.visaRequestId]));
  }
}
