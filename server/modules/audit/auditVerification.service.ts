import type { EntityManager } from "typeorm";
import { findEventsAfter, readEnd } from "./audit.repository";
import { noHash, type AuditHead } from "./audit.rules";
import type { AuditChain } from "./auditChain.sealing";

/** Events in memory at once. */
const pageSize = 1000;

/** Either all are right, up to the head, or what is wrong first. */
export type LogVerification =
  | { isRight: true; head: AuditHead }
  | { isRight: false; sequence: number | undefined; reason: string };

/**
 * Walks the chain from the first event to the head as it stood when the walk began, while the server goes on
 * writing. Finds a changed, removed, moved or added event, and a tail that was cut off.
 */
export async function verifyLog(db: EntityManager, chain: AuditChain): Promise<LogVerification> {
  const end = await readEnd(db);
  const head = chain.readHead(end.head);
  let hash = noHash;
  for (let done = 0; done < end.last;) {
    const events = await findEventsAfter(db, done, pageSize);
    for (const event of events) {
      // What was written since the look at the end is the next walk's.
      if (done === end.last) break;
      const sequence = done + 1;
      if (event.sequence !== sequence) return wrong(sequence, "is missing");
      if (event.previousHash !== hash) return wrong(sequence, "does not follow the one before");
      if (event.hash !== chain.hash(event)) return wrong(sequence, "was changed");
      hash = event.hash;
      done = sequence;
    }
    if (events.length === 0) return wrong(done + 1, "is missing");
  }
  if (!head)
    return { isRight: false, sequence: undefined, reason: "the signed head is missing or was changed" };
  if (end.last < head.count) return wrong(end.last + 1, "is missing: the end of the log was cut off");
  if (end.last > head.count) return wrong(head.count + 1, "was added behind the signed head");
  if (hash !== head.hash) return wrong(head.count, "is not the one that the head was signed for");
  return { isRight: true, head };
}

function wrong(sequence: number, reason: string): LogVerification {
  return { isRight: false, sequence, reason };
}
