/**
 * The fastest possible writes: prepared statements, and one commit for all waiting applications. Each application is
 * checked individually, is acknowledged only after the commit, and has the same rows as in the product.
 */
import { join } from "node:path";
import type { AuditEventEntity } from "../../modules/audit/audit.entity";
import type { AuditChain } from "../../modules/audit/auditChain.crypto";
import type { SessionEntity } from "../../modules/auth/auth.entity";
import type { CatalogueVisa } from "../../modules/catalogue/catalogue.rules";
import type { VisaRequestEntity, VisaRequestEventEntity } from "../../modules/visaRequest/visaRequest.entity";
import { makeRequest, makeStep, makeTrail, maxOpen } from "./newRequest";
import { PreparedSql, sqlByOperation, writerPragmas, type Owner } from "./preparedSql";
import type { RequestStore } from "./requestStore";

const maxInCommit = 64;

interface Waiting {
  userId: string;
  visa: CatalogueVisa;
  resolve(request: VisaRequestEntity): void;
  reject(error: unknown): void;
}

export async function openGroupedStore(
  dataDir: string,
  chain: AuditChain,
): Promise<Pick<RequestStore, "create" | "findSession">> {
  const file = join(dataDir, "portal.sqlite");
  const reader = await PreparedSql.open(file, ["PRAGMA query_only=ON"]);
  const writer = await PreparedSql.open(file, writerPragmas);
  const findSession = reader.one<SessionEntity>(sqlByOperation.session);
  const [begin, commit, rollback] = ["BEGIN IMMEDIATE", "COMMIT", "ROLLBACK"].map((sql) => writer.run(sql));
  const findOwners = writer.all<Owner>(sqlByOperation.owners);
  const saveHead = writer.run(sqlByOperation.saveHead);
  const insertRequests = writer.insertAll<VisaRequestEntity>("visa_request");
  const insertSteps = writer.insertAll<VisaRequestEventEntity>("visa_request_event");
  const insertEvents = writer.insertAll<AuditEventEntity>("audit_event");

  /** Returns the acknowledgements to send after the commit. */
  async function write(group: readonly Waiting[]): Promise<(() => void)[]> {
    const owners = await findOwners([JSON.stringify(group.map(({ userId }) => userId))]);
    const ownerById = new Map(owners.map((owner) => [owner.userId, owner]));
    let head = owners[0]?.head;
    const requests: VisaRequestEntity[] = [];
    const events: AuditEventEntity[] = [];
    const told = group.map(({ userId, visa, resolve, reject }) => {
      const owner = ownerById.get(userId);
      if (!owner || owner.openCount >= maxOpen)
        return () => reject(new Error("This traveller may not start more applications"));
      owner.openCount++;
      const request = makeRequest(visa, owner, new Date());
      const trail = makeTrail(chain, head, request);
      head = trail.head;
      requests.push(request);
      events.push(trail.event);
      return () => resolve(request);
    });
    if (head === undefined || requests.length === 0) return told;
    await insertRequests(requests);
    await insertSteps(requests.map(makeStep));
    await insertEvents(events);
    await saveHead([head]);
    return told;
  }

  let waiting: Waiting[] = [];
  let isWriting = false;
  async function writeWaiting(): Promise<void> {
    if (isWriting) return;
    isWriting = true;
    while (waiting.length > 0) {
      const group = waiting.slice(0, maxInCommit);
      waiting = waiting.slice(maxInCommit);
      try {
        await begin!([]);
        const told = await write(group);
        await commit!([]);
        told.forEach((tell) => tell());
      } catch (error) {
        await rollback!([]);
        group.forEach(({ reject }) => reject(error));
      }
    }
    isWriting = false;
  }

  return {
    findSession: ({ sessionId, userId }) => findSession([sessionId, userId]),
    create: (userId, visa) =>
      new Promise((resolve, reject) => {
        waiting.push({ userId, visa, resolve, reject });
        void writeWaiting();
      }),
  };
}
