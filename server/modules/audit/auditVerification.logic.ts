import type { EntityManager } from "typeorm";
import { findEventsAfter, readEnd } from "./audit.repository";
import { noHash, type AuditHead } from "./audit.rules";
import type { AuditChain } from "./auditChain.crypto";

const pageSize = 1000;

/** Either the verified head or the first error. */
export type LogVerification =
  | { isRight: true; head: AuditHead }
  | { isRight: false; sequence: number | undefined; reason: string };

/**
 * Verifies the chain from the first event to the current head while the server continues to write. Detects
 * changed, removed, moved and added events, and a truncated end.
 */
export async function verifyLog(db: EntityManager, chain: AuditChain): Promise<LogVerification> {
  const end = await readEnd(db);
  const head = chain.readHead(end.head);
  let hash = noHash;
  for (let done = 0; done < end.last;) {
    const events = await findEventsAfter(db, "ALL", { after: done, limit: pageSize });
    for (const event of events) {
      // The next verification covers events that were added after the end was read.
      if (done === end.last) break;
      const sequence = done + 1;
      if (event.sequence !== sequence) return wrong(sequence, "is missing");
      if (event.previousHash !== hash) return wrong(sequence, "does not follow the previous event");
      if (event.hash !== chain.hash(event)) return wrong(sequence, "was changed");
      hash = event.hash;
      done = sequence;
    }
    if (events.length === 0) return wrong(done + 1, "is missing");
  }
  if (!head)
    return { isRight: false, sequence: undefined, reason: "the signed head is missing or was changed" };
  if (end.last < head.count) return wrong(end.last + 1, "is missing: the end of the log was cut off");
  if (end.last > head.count) return wrong(head.count + 1, "was added after the signed head");
  if (hash !== head.hash) return wrong(head.count, "is not the event for which the head was signed");
  return { isRight: true, head };
}

function wrong(sequence: number, reason: string): LogVerification {
  return { isRight: false, sequence, reason };
}
