/**
 * Creates, rotates and ends the keys of a partner. Guards: members only; a new key requires a fresh code, so that a
 * stolen session is not enough. A key is returned once; only its hash is stored. Calls: the login codes.
 */
import { randomUUID } from "node:crypto";
import type { EntityManager } from "typeorm";
import type { Platform } from "../../platform/adapters/Platform";
import type { Scope } from "../../core/access.rules";
import { DomainError, notFound, throwIfAny } from "../../core/errors";
import { requirePerson, requireSession, type Principal } from "../../core/principal";
import { invalid, missing, toOneLine, type InputViolation } from "../../core/text.rules";
import type { AuditService } from "../audit/audit.service";
import { findUser } from "../user/user.reads";
import type { UserCodes } from "../user/user.service";
import { isNetwork } from "./allowedNetworks.logic";
import type { PartnerEntity, PartnerKeyEntity } from "./partner.entity";
import { findManagedPartnerIds, getMembership, showKey, type PartnerKeyView } from "./partner.logic";
import * as partners from "./partner.repository";
import {
  checkName,
  checkRange,
  checkScopes,
  defaultLimits,
  endOfReplaced,
  hasEnded,
  maxExpiryDays,
  maxKeepHours,
  maxNetworks,
  usualKeepHours,
} from "./partner.rules";
import { hashPartnerKey, makePartnerKey, startOfKey } from "./partnerKey.crypto";

interface Proof {
  otp: string;
  handle?: string | null;
}

interface NewKey extends Proof {
  partnerId: string;
  name: string;
  scopes: readonly Uppercase<Scope>[];
  networks?: readonly string[] | null;
  expiresInDays?: number | null;
}

/** A new key; `secret` is the key itself. */
export interface CreatedKey {
  key: PartnerKeyView;
  secret: string;
}

interface Deps extends Pick<Platform, "db" | "clock" | "world"> {
  audit: AuditService;
  codes: UserCodes;
}

export class PartnerKeyService {
  constructor(private readonly deps: Deps) {}

  /** Creates a key. Throws NOT_FOUND, INVALID_STATE, REQUIRED, INVALID, TOO_LONG, OTP_INVALID, OTP_EXPIRED. */
  async create(caller: Principal, input: NewKey): Promise<CreatedKey> {
    const { userId } = requirePerson(caller, "createPartnerKey");
    const { audit, clock, db } = this.deps;
    const { partnerId, expiresInDays } = input;
    await getMembership(db.read, userId, partnerId, "DEVELOPER");
    const scopes = input.scopes.map((scope) => scope.toLowerCase() as Scope);
    const networks = (input.networks ?? []).map((network) => network.trim());
    throwIfAny([
      ...checkName(input.name),
      ...checkScopes(scopes),
      ...checkNetworks(networks),
      ...checkRange("expiresInDays", expiresInDays, [1, maxExpiryDays, "days"]),
      ...checkProof(input),
    ]);
    return this.#withCode(caller, userId, input, async (transaction) => {
      const partner = await getMembership(transaction, userId, partnerId, "DEVELOPER");
      const now = clock.now();
      const maxKeys = partner.limits.keys ?? defaultLimits.keys;
      if ((await partners.countKeys(transaction, partnerId, now)) >= maxKeys)
        throw new DomainError("INVALID_STATE", `A partner can have ${maxKeys} active keys. End one first`);
      const expiresAt = expiresInDays == null ? null : addHours(now, expiresInDays * 24);
      const name = toOneLine(input.name);
      const created = await this.#insert(transaction, partner, {
        name,
        networks,
        expiresAt,
        scopes: [...new Set(scopes)],
      });
      const { partnerKeyId } = created.key;
      await audit.record(transaction, "KEY_CREATED", partnerKeyId, { by: caller, ownerUserId: partnerId });
      return created;
    });
  }

  /** Creates the first key of a new partner in the test world, where no code is required. */
  async createFirst(partnerId: string, scopes: readonly Scope[]): Promise<CreatedKey> {
    const { audit, db } = this.deps;
    return db.write(async (transaction) => {
      const partner = (await partners.findPartner(transaction, partnerId))!;
      const given = { name: "First key", scopes, networks: [], expiresAt: null };
      const created = await this.#insert(transaction, partner, given);
      const note = { by: "SYSTEM", ownerUserId: partnerId } as const;
      await audit.record(transaction, "KEY_CREATED", created.key.partnerKeyId, note);
      return created;
    });
  }

  /** Replaces a key, which stays valid for `keepHours`. Throws like `create`. */
  async rotate(
    caller: Principal,
    input: Proof & { partnerKeyId: string; keepHours?: number | null },
  ): Promise<CreatedKey> {
    const { userId } = requirePerson(caller, "rotatePartnerKey");
    const { audit, clock, db } = this.deps;
    const { partnerKeyId, keepHours } = input;
    await this.#getKey(db.read, caller, partnerKeyId);
    throwIfAny([...checkRange("keepHours", keepHours, [0, maxKeepHours, "hours"]), ...checkProof(input)]);
    return this.#withCode(caller, userId, input, async (transaction) => {
      const { key, partner } = await this.#getKey(transaction, caller, partnerKeyId);
      const now = clock.now();
      if (hasEnded(key, now) || key.replacedByKeyId)
        throw new DomainError("INVALID_STATE", "This key has ended or was already replaced");
      const created = await this.#insert(transaction, partner, key);
      await partners.changeKey(
        transaction,
        { partnerKeyId },
        {
          expiresAt: endOfReplaced(key, keepHours ?? usualKeepHours, now),
          replacedByKeyId: created.key.partnerKeyId,
        },
      );
      const note = { by: caller, ownerUserId: key.partnerId };
      await audit.record(transaction, "KEY_ROTATED", partnerKeyId, note);
      await audit.record(transaction, "KEY_CREATED", created.key.partnerKeyId, note);
      return created;
    });
  }

  /** Ends a key, so that its next request fails. Throws NOT_FOUND, INVALID_STATE. */
  async end(caller: Principal, partnerKeyId: string): Promise<PartnerKeyView> {
    requirePerson(caller, "endPartnerKey");
    const { audit, clock, db } = this.deps;
    return db.write(async (transaction) => {
      const { key, partner } = await this.#getKey(transaction, caller, partnerKeyId);
      const now = clock.now();
      if (hasEnded(key, now)) return showKey(key, partner, now);
      const endedAt = now.toISOString();
      await partners.changeKey(transaction, { partnerKeyId }, { endedAt });
      const note = { by: caller, ownerUserId: key.partnerId };
      await audit.record(transaction, "KEY_ENDED", partnerKeyId, note);
      return showKey({ ...key, endedAt }, partner, now);
    });
  }

  /** Checks the fresh code that was sent to the caller, and runs `work`. */
  async #withCode<T>(
    caller: Principal,
    userId: string,
    { otp, handle }: Proof,
    work: (transaction: EntityManager) => Promise<T>,
  ): Promise<T> {
    const user = await findUser(this.deps.db.rows, userId);
    if (!user) throw notFound();
    return this.deps.codes.withCodes(caller, [{ phoneNumber: user.phoneNumber, otp, handle }], work);
  }

  async #getKey(
    db: EntityManager,
    caller: Principal,
    partnerKeyId: string,
  ): Promise<{ key: PartnerKeyEntity; partner: PartnerEntity }> {
    const key = await partners.findKey(db, await findManagedPartnerIds(db, caller), partnerKeyId);
    if (!key) throw notFound();
    const { userId } = requireSession(caller);
    return { key, partner: await getMembership(db, userId, key.partnerId, "DEVELOPER") };
  }

  async #insert(
    transaction: EntityManager,
    partner: PartnerEntity,
    given: Pick<PartnerKeyEntity, "name" | "scopes" | "networks" | "expiresAt">,
  ): Promise<CreatedKey> {
    const now = this.deps.clock.now();
    const secret = makePartnerKey(this.deps.world.name);
    const key: PartnerKeyEntity = {
      ...given,
      partnerKeyId: randomUUID(),
      partnerId: partner.partnerId,
      keyHash: hashPartnerKey(secret),
      start: startOfKey(secret),
      createdAt: now.toISOString(),
      lastUsedAt: null,
      endedAt: null,
      replacedByKeyId: null,
    };
    await partners.insertKey(transaction, key);
    return { key: showKey(key, partner, now), secret };
  }
}

const checkProof = ({ otp }: Proof) =>
  otp.trim() ? [] : [missing("otp", "Enter the code that was sent to you")];

function checkNetworks(networks: readonly string[]): InputViolation[] {
  if (networks.length > maxNetworks) return [invalid("networks", `Enter at most ${maxNetworks} networks`)];
  const message = "Enter an address or a network, like 203.0.113.0/24 or 2001:db8::/32";
  return networks.flatMap((network, index) =>
    isNetwork(network) ? [] : [invalid(`networks.${index}`, message)],
  );
}

function addHours(moment: Date, hours: number): string {
  return new Date(moment.getTime() + hours * 60 * 60 * 1000).toISOString();
}
