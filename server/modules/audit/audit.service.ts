/**
 * The audit log: who saw or changed what about whom. Guards: an event stands in the transaction of what it reports,
 * holds no personal values, and is chained to the one before. Calls: nothing outside.
 */
import { randomBytes } from "node:crypto";
import type { EntityManager } from "typeorm";
import type { KeyRing } from "../../adapters/crypto/keyRing";
import type { Database } from "../../db/database";
import type { Clock } from "../../ports";
import { StorageRefused } from "../../storageFaults";
import type { Viewer } from "../../viewer";
import type { StoredFileEntity } from "../file/file.entity";
import type { AuditEventEntity } from "./audit.entity";
import * as log from "./audit.repository";
import {
  accessActions,
  accessActor,
  auditActions,
  maxAccessEvents,
  noHash,
  ownViewSeconds,
  type AccessAction,
  type AccessActor,
  type ActorKind,
  type AuditAction,
  type AuditDetails,
  type AuditHead,
} from "./audit.rules";
import { AuditChain, type AuditPlace } from "./auditChain.sealing";
import { verifyLog, type LogVerification } from "./auditVerification.service";

/** What the sealed key of the log is bound to; `keys:rotate` seals it anew under the same. */
const keyContext = "audit-key";

/** Events that get their places in one transaction. */
const eventsTogether = 500;

/** Who did it: whoever asks, staff by id, or the server by itself. */
export type Actor = Viewer | { staffId: string } | "SYSTEM";

/** Who did it, and about whom. */
export interface AuditNote {
  by: Actor;
  /** The request that it is about, where it is about one. */
  request?: { visaRequestId: string; userId: string };
  /** Whom it is about, where it is about no request; else the request's owner. */
  ownerUserId?: string;
  details?: AuditDetails;
}

/** An event as the owner of the request is told. */
export interface AccessEvent {
  at: string;
  actor: AccessActor;
  action: AccessAction;
  visaApplicantId: string | null;
  paper: StoredFileEntity["purpose"] | null;
}

interface Deps {
  db: Database;
  clock: Clock;
}

export class AuditService {
  readonly #deps: Deps;
  readonly #chain: AuditChain;

  private constructor(deps: Deps, key: Buffer) {
    this.#deps = deps;
    this.#chain = new AuditChain(key);
  }

  /** The first start makes the log's key and signs an empty head. */
  static async open({ db, clock, keys }: Deps & { keys: KeyRing }): Promise<AuditService> {
    const sealed = (await log.findMark(db.read, "audit-key")) ?? (await makeKey(db, keys));
    return new AuditService({ db, clock }, Buffer.from(keys.openText(sealed, keyContext), "base64url"));
  }

  /** Adds an event, inside the transaction of what it reports. Throws where the head was tampered with. */
  async record(
    transaction: EntityManager,
    action: AuditAction,
    subjectId: string,
    { by, request, ownerUserId, details }: AuditNote,
  ): Promise<void> {
    const event = {
      at: this.#deps.clock.now().toISOString(),
      ...toActor(by),
      action,
      subjectKind: auditActions[action],
      subjectId,
      visaRequestId: request?.visaRequestId ?? null,
      ownerUserId: request?.userId ?? ownerUserId ?? null,
      details: details ? JSON.stringify(details) : null,
    };
    // All who write would wait for one another at the head.
    if (this.#deps.db.isShared) return log.insertUnchained(transaction, event);
    const head = await this.#readHead(transaction);
    const place = this.#chain.follow(head, event);
    await log.insertEvent(transaction, { ...event, ...place });
    await this.#saveHead(transaction, place);
  }

  /** Gives the events that were written without one their places in the chain; one process at a time comes through. */
  async chainWaiting(): Promise<void> {
    const { db } = this.#deps;
    if (!db.isShared) return;
    for (let chained = eventsTogether; chained === eventsTogether;)
      chained = await db.write(async (transaction) => {
        const events = await log.findUnchained(transaction, eventsTogether);
        if (events.length === 0) return 0;
        let last = await this.#readHead(transaction);
        const places = events.map(({ sequence: unchained, ...event }) => {
          const place = this.#chain.follow(last, event);
          last = { count: place.sequence, hash: place.hash };
          return { unchained, ...place };
        });
        await log.chainEvents(transaction, places);
        await this.#saveHead(transaction, places.at(-1)!);
        return places.length;
      });
  }

  async #readHead(transaction: EntityManager): Promise<AuditHead> {
    const head = this.#chain.readHead(await log.findMark(transaction, "audit-head"));
    if (!head) throw new Error("The head of the audit log is not valid: run npm run audit:verify");
    return head;
  }

  async #saveHead(transaction: EntityManager, { sequence, hash }: AuditPlace): Promise<void> {
    await log.saveMark(transaction, "audit-head", this.#chain.signHead({ count: sequence, hash }));
  }

  /**
   * Writes down that somebody opens a file of a request, before the bytes leave. The owner's own look is written once
   * an hour for each file; anybody else's, which is staff, each time. Errors: UNAVAILABLE where the disk is full, but
   * for the owner.
   */
  async recordFileSeen(
    userId: string,
    { fileId, visaApplicantId, purpose }: StoredFileEntity,
    request: { visaRequestId: string; userId: string },
  ): Promise<void> {
    const { db, clock } = this.#deps;
    const isOwner = request.userId === userId;
    const view = { action: "FILE_SEEN", subjectId: fileId, actorId: userId } as const;
    const since = new Date(clock.now().getTime() - ownViewSeconds * 1000);
    if (isOwner && (await log.wasDoneSince(db.read, view, since))) return;
    const by: Actor = isOwner ? { address: "", session: { userId, sessionId: "" } } : { staffId: userId };
    const writing = db.write(async (transaction) => {
      if (isOwner && (await log.wasDoneSince(transaction, view, since))) return;
      await this.record(transaction, "FILE_SEEN", fileId, {
        by,
        request,
        details: { visaApplicantId, purpose },
      });
    });
    await writing.catch((error: unknown) => {
      // A full disk must not keep people from their own files; staff are not let near them unseen.
      if (!isOwner || !(error instanceof StorageRefused)) throw error;
    });
  }

  /** Who opened or changed the personal data of a request, newest first; nothing for anybody but its owner. */
  async listAccess(
    viewer: Viewer,
    { visaRequestId, userId }: { visaRequestId: string; userId: string },
    first: number,
  ): Promise<AccessEvent[]> {
    if (viewer.session?.userId !== userId) return [];
    const limit = Math.min(Math.max(first, 0), maxAccessEvents);
    if (limit === 0) return [];
    const events = await log.findEventsOfRequest(this.#deps.db.read, visaRequestId, {
      actions: accessActions,
      limit,
    });
    return events.map((event) => toAccessEvent(event, userId));
  }

  /** Walks the whole log, a thousand events at a time. */
  async verify(): Promise<LogVerification> {
    // Where the head is not right nothing can follow on it: the walk says so.
    await this.chainWaiting().catch(() => undefined);
    return verifyLog(this.#deps.db.read, this.#chain);
  }
}

/** Of processes that start together the first makes the key, sealed, and the others read it back. */
async function makeKey(db: Database, keys: KeyRing): Promise<string> {
  const key = randomBytes(32);
  const sealed = keys.sealText(key.toString("base64url"), keyContext);
  const head = new AuditChain(key).signHead({ count: 0, hash: noHash });
  return db.write(async (transaction) => {
    await log.addMark(transaction, "audit-key", sealed);
    await log.addMark(transaction, "audit-head", head);
    return (await log.findMark(transaction, "audit-key"))!;
  });
}

/** What `npm run keys:rotate` writes in the row of the log's key. */
export function resealAuditKey(keys: KeyRing, { value }: { value: string }): { value: string } {
  return { value: keys.sealText(keys.openText(value, keyContext), keyContext) };
}

function toActor(by: Actor): { actorKind: ActorKind; actorId: string | null } {
  if (by === "SYSTEM") return { actorKind: "SYSTEM", actorId: null };
  if ("staffId" in by) return { actorKind: "STAFF", actorId: by.staffId };
  if (!by.session) return { actorKind: "VISITOR", actorId: null };
  return { actorKind: "USER", actorId: by.session.userId };
}

function toAccessEvent(event: AuditEventEntity, ownerUserId: string): AccessEvent {
  const details = JSON.parse(event.details ?? "{}") as AuditDetails;
  return {
    at: event.at,
    actor: accessActor(event, ownerUserId),
    // Only these are asked for.
    action: event.action as AccessAction,
    visaApplicantId: event.subjectKind === "APPLICANT" ? event.subjectId : (details.visaApplicantId ?? null),
    paper: (details.purpose as AccessEvent["paper"] | undefined) ?? null,
  };
}
