/**
 * Authenticates callers by their partner's key. Guards: a token that begins with `vp_` but is not a valid key is
 * rejected, never treated as a visitor. Each request looks the key up, so that every process rejects an ended key
 * immediately. Calls: the audit log, for rejections.
 */
import { LRUCache } from "lru-cache";
import type { Platform } from "../../platform/adapters/Platform";
import type { Scope } from "../../core/access.rules";
import { keyError, type DomainError } from "../../core/errors";
import { toPartner, type PartnerLimits, type Principal, type Session } from "../../core/principal";
import type { AuditService } from "../audit/audit.service";
import { isAllowedAddress } from "./allowedNetworks.logic";
import { defaultLimits, hasEnded, isUseToNote } from "./partner.rules";
import { findKeyRow, findNames, changeKey, type KeyRow } from "./partner.repository";
import { hashPartnerKey, readWorld, startOfKey } from "./partnerKey.crypto";

/**
 * Rejections of a key are recorded at most once in this period, so that a program with an ended key cannot fill the
 * audit log.
 */
const refusalSeconds = 60 * 60;

interface Deps extends Pick<Platform, "db" | "clock" | "log" | "world"> {
  audit: AuditService;
}

export class PartnerAccessService {
  /** Keys whose last use or rejection is being recorded, or was recorded recently. */
  readonly #noted = new LRUCache<string, true>({ max: 10_000, ttl: refusalSeconds * 1000 });

  constructor(private readonly deps: Deps) {}

  /**
   * Returns the partner that a key identifies, as the caller. Throws KEY_UNKNOWN, KEY_WRONG_WORLD, KEY_ENDED,
   * KEY_NETWORK.
   */
  async identify(key: string, caller: Pick<Principal, "address" | "userAgent">): Promise<Principal> {
    try {
      return await this.#identify(key, caller);
    } catch (error) {
      const { code } = error as Partial<DomainError>;
      if (code?.startsWith("KEY_")) this.deps.log.warn({ key: startOfKey(key), code }, "key refused");
      throw error;
    }
  }

  async isLive({ userId, sessionId }: Session): Promise<boolean> {
    const row = await findKeyRow(this.deps.db.rows, { partnerKeyId: sessionId });
    return row !== undefined && row.partnerId === userId && !this.#hasEnded(row);
  }

  /** Returns the names of partners by ids of partners or keys, in order; null for other ids. */
  async findNames(ids: readonly string[]): Promise<(string | null)[]> {
    const names = await findNames(this.deps.db.rows, ids);
    return ids.map((id) => names.get(id) ?? null);
  }

  async #identify(key: string, caller: Pick<Principal, "address" | "userAgent">): Promise<Principal> {
    const world = readWorld(key);
    if (!world) throw keyError("KEY_UNKNOWN", "This key is incomplete or mistyped. Copy it again");
    const own = this.deps.world.name;
    if (world !== own)
      throw keyError(
        "KEY_WRONG_WORLD",
        `This is the ${own} world. Send the key to ${world === "test" ? "/test/graphql" : "/graphql"}, ` +
          `or use one that begins with vp_${own}_`,
      );
    const row = await findKeyRow(this.deps.db.rows, { keyHash: hashPartnerKey(key) });
    if (!row) throw keyError("KEY_UNKNOWN", "This key does not exist");
    if (this.#hasEnded(row)) return this.#refuse(row, keyError("KEY_ENDED", "This key has ended"));
    if (!isAllowedAddress(JSON.parse(row.networks) as string[], caller.address))
      return this.#refuse(row, keyError("KEY_NETWORK", "This key cannot be used from this network"));
    if (isUseToNote(row, this.deps.clock.now())) this.#noteUse(row);
    const { partnerKeyId, partnerId, feeInr } = row;
    const limits = { ...defaultLimits, ...(JSON.parse(row.limits) as Partial<PartnerLimits>) };
    const scopes = JSON.parse(row.scopes) as Scope[];
    return toPartner(caller, partnerId, { partnerKeyId, scopes, limits, feeInr });
  }

  #hasEnded(row: KeyRow): boolean {
    return row.partnerEndedAt !== null || hasEnded(row, this.deps.clock.now());
  }

  async #refuse({ partnerKeyId, partnerId }: KeyRow, error: DomainError): Promise<never> {
    const reason = error.code;
    const { audit, clock, db } = this.deps;
    const since = new Date(clock.now().getTime() - refusalSeconds * 1000);
    const refusal = { action: "KEY_REFUSED", subjectId: partnerKeyId, actorId: partnerKeyId } as const;
    if (!this.#isNoted(`${partnerKeyId} ${reason}`) && !(await audit.wasDoneSince(db.read, refusal, since)))
      // The response is the same if the rejection cannot be recorded.
      await db
        .write((transaction) =>
          audit.record(transaction, "KEY_REFUSED", partnerKeyId, {
            by: { partnerKeyId },
            ownerUserId: partnerId,
            details: { reason },
          }),
        )
        .catch(() => undefined);
    throw error;
  }

  /** Records the last use in the background, once per key and hour. */
  #noteUse({ partnerKeyId }: KeyRow): void {
    if (this.#isNoted(partnerKeyId)) return;
    const lastUsedAt = this.deps.clock.now().toISOString();
    this.deps.db
      .write((transaction) => changeKey(transaction, { partnerKeyId }, { lastUsedAt }))
      .catch(() => this.#noted.delete(partnerKeyId));
  }

  /** True if `what` was noted recently; otherwise notes it and returns false. */
  #isNoted(what: string): boolean {
    if (this.#noted.has(what)) return true;
    this.#noted.set(what, true);
    return false;
  }
}
