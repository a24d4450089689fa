/**
 * The audit log: every access to, and change of, personal data. Invariants: an event is in the same transaction as the
 * change that it reports, contains no personal values and is chained to the previous event.
 */
import { randomBytes } from "node:crypto";
import type { EntityManager } from "typeorm";
import type { Platform } from "../../platform/adapters/Platform";
import type { KeyRing } from "../../platform/adapters/crypto/keyRing";
import type { Database } from "../../platform/db/database";
import type { Change } from "../../platform/db/changes";
import { addSetting, findSetting, saveSetting } from "../../platform/db/settingRows";
import { StorageError } from "../../core/storageErrors";
import { mayActOn, type Owners } from "../../core/ownership.rules";
import type { Principal } from "../../core/principal";
import type { StoredFileEntity } from "../file/file.entity";
import { toAccessEvent, type AccessEvent } from "./accessEvent.view";
import * as log from "./audit.repository";
import {
  auditActions,
  changeActions,
  maxAccessEvents,
  mergeAccess,
  noHash,
  repeatedViewSeconds,
  viewActions,
  type ActorKind,
  type AuditAction,
  type AuditDetails,
  type AuditHead,
} from "./audit.rules";
import { AuditChain, type AuditPlace } from "./auditChain.crypto";
import { verifyLog, type LogVerification } from "./auditVerification.logic";

/** Encryption context of the log's key, also used by `keys:rotate`. */
const keyContext = "audit-key";

const eventsTogether = 500;

/**
 * Chaining needs this lock, but no serializable transaction: no other code writes the head and the sequences, and
 * chaining does not depend on other rows.
 */
const chaining = { lock: "audit chain" };

/** The actor: the caller, a staff member or a partner's key by id, or the server itself. */
export type Actor =
  | Pick<Principal, "session" | "partner">
  | { staffId: string }
  | { partnerKeyId: string }
  | "SYSTEM";

interface AuditNote {
  by: Actor;
  request?: { visaRequestId: string; userId: string };
  /** The user that the event is about. Defaults to the owner of `request`. */
  ownerUserId?: string;
  details?: AuditDetails;
  /** Changes to make together with the event that reports them. */
  changes?: readonly Change[];
}

type Deps = Pick<Platform, "db" | "clock">;

export class AuditService {
  readonly #chain: AuditChain;
  readonly findAccountsByActor = log.findAccountsByActor;
  readonly findEventsAfter = log.findEventsAfter;
  readonly findEventsOfRequest = log.findEventsOfRequest;
  readonly wasDoneSince = log.wasDoneSince;

  private constructor(
    private readonly deps: Deps,
    key: Buffer,
  ) {
    this.#chain = new AuditChain(key);
  }

  /** Opens the log. The first start creates its key and signs the head of the empty log. */
  static async open({ db, clock, keys }: Deps & { keys: KeyRing }): Promise<AuditService> {
    const encrypted = (await findSetting(db.read, "audit-key")) ?? (await makeKey(db, keys));
    return new AuditService({ db, clock }, Buffer.from(keys.decryptText(encrypted, keyContext), "base64url"));
  }

  /**
   * Adds an event and applies its `changes` in the transaction. Throws if the head was tampered with; if the database
   * is shared, only `chainWaiting` checks that.
   */
  async record(
    transaction: EntityManager,
    action: AuditAction,
    subjectId: string,
    { by, request, ownerUserId, details, changes = [] }: AuditNote,
  ): Promise<void> {
    const event = {
      at: this.deps.clock.now().toISOString(),
      ...toActor(by),
      action,
      subjectKind: auditActions[action],
      subjectId,
      visaRequestId: request?.visaRequestId ?? null,
      ownerUserId: request?.userId ?? ownerUserId ?? null,
      details: details ? JSON.stringify(details) : null,
    };
    // If the database is shared, the head is not updated here, because all writers would wait for its row.
    if (this.deps.db.hasOtherWriters)
      return log.insertEvent(transaction, { ...event, previousHash: "", hash: "" }, changes);
    const place = this.#chain.follow(await this.#readHead(transaction), event);
    await log.insertEvent(transaction, { ...event, ...place }, changes);
    await this.#saveHead(transaction, place);
  }

  /** Chains the events that were inserted without a final sequence, in one process at a time. */
  async chainWaiting(): Promise<void> {
    const { db } = this.deps;
    if (!db.hasOtherWriters) return;
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
      }, chaining);
  }

  countWaiting(): Promise<number> {
    return log.countUnchained(this.deps.db.read);
  }

  async #readHead(transaction: EntityManager): Promise<AuditHead> {
    const head = this.#chain.readHead(await findSetting(transaction, "audit-head"));
    if (!head) throw new Error("The head of the audit log is not valid: run npm run audit:verify");
    return head;
  }

  async #saveHead(transaction: EntityManager, { sequence, hash }: AuditPlace): Promise<void> {
    await saveSetting(transaction, "audit-head", this.#chain.signHead({ count: sequence, hash }));
  }

  /**
   * Records that a user opens a file of a request, before the bytes are sent. Views by the owner or follower are
   * recorded once an hour per file, views by staff every time. Throws UNAVAILABLE for staff if the view cannot be
   * recorded.
   */
  async recordFileSeen(
    userId: string,
    { fileId, visaApplicantId, purpose }: StoredFileEntity,
    request: Owners & { visaRequestId: string },
    actor: Actor,
  ): Promise<void> {
    const { db, clock } = this.deps;
    const isOwner = mayActOn(request, userId);
    const by = isOwner ? actor : { staffId: userId };
    const actorId = toActor(by).actorId ?? userId;
    const view = { action: "FILE_SEEN", subjectId: fileId, actorId } as const;
    const since = new Date(clock.now().getTime() - repeatedViewSeconds * 1000);
    if (isOwner && (await log.wasDoneSince(db.read, view, since))) return;
    const writing = db.write(async (transaction) => {
      if (isOwner && (await log.wasDoneSince(transaction, view, since))) return;
      await this.record(transaction, "FILE_SEEN", fileId, {
        by,
        request,
        details: { visaApplicantId, purpose },
      });
    });
    await writing.catch((error: unknown) => {
      // If the disk is full, owners can still open their files; staff cannot, because each of their views must be
      // recorded.
      if (!isOwner || !(error instanceof StorageError)) throw error;
    });
  }

  /** Returns accesses to personal data, newest first; none unless the caller owns or follows the request. */
  async listAccess(
    caller: Principal,
    request: Owners & { visaRequestId: string },
    first: number,
  ): Promise<AccessEvent[]> {
    const viewerId = caller.session?.userId;
    if (viewerId === undefined || !mayActOn(request, viewerId)) return [];
    const limit = Math.min(Math.max(first, 0), maxAccessEvents);
    if (limit === 0) return [];
    const { read } = this.deps.db;
    const [views, changes] = await Promise.all([
      log.findEventsOfRequest(read, request, { only: viewActions, limit }),
      log.findEventsOfRequest(read, request, { only: changeActions, limit }),
    ]);
    const viewer = { viewerId, isPartner: caller.partner !== undefined, ...request };
    return mergeAccess(views, changes, limit).map((event) => toAccessEvent(event, viewer));
  }

  /** Verifies the whole log, a thousand events at a time. */
  async verify(): Promise<LogVerification> {
    // Chaining fails if the head is invalid; ignored here, because the verification reports it.
    await this.chainWaiting().catch(() => undefined);
    return verifyLog(this.deps.db.read, this.#chain);
  }
}

/** Returns the encrypted key. If several processes start together, the first one creates it. */
async function makeKey(db: Database, keys: KeyRing): Promise<string> {
  const key = randomBytes(32);
  const encrypted = keys.encryptText(key.toString("base64url"), keyContext);
  const head = new AuditChain(key).signHead({ count: 0, hash: noHash });
  return db.write(async (transaction) => {
    await addSetting(transaction, "audit-key", encrypted);
    await addSetting(transaction, "audit-head", head);
    return (await findSetting(transaction, "audit-key"))!;
  });
}

function toActor(by: Actor): { actorKind: ActorKind; actorId: string | null } {
  if (by === "SYSTEM") return { actorKind: "SYSTEM", actorId: null };
  if ("staffId" in by) return { actorKind: "STAFF", actorId: by.staffId };
  if ("partnerKeyId" in by) return { actorKind: "PARTNER", actorId: by.partnerKeyId };
  if (by.partner) return { actorKind: "PARTNER", actorId: by.partner.partnerKeyId };
  if (!by.session) return { actorKind: "VISITOR", actorId: null };
  return { actorKind: "USER", actorId: by.session.userId };
}
