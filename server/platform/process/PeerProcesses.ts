/**
 * Compares the processes that use the same database. A process must not start if it would harm the others: different
 * secrets would end their sessions, they could not read data encrypted with a different key, a different staff list
 * would remove their staff, a different clock would shift deadlines and limits, and they could not open files in a
 * different store. With SQLite there is only one process, which claims the store and compares nothing.
 */
import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { BadSetting } from "../../core/errors";
import { maxClockDifferenceMs } from "../../core/ports";
import { StorageError } from "../../core/storageErrors";
import type { Platform } from "../adapters/Platform";
import { findRow, queryRows, type RowSource } from "../db/rowSource";
import { saveSetting } from "../db/settingRows";
import { isProcessRunning } from "./isProcessRunning";

/** Prefix of the names of the `setting` rows, one per process. */
export const peerPrefix = "process:";
/** Serialises the writes of these rows, so that the second of two conflicting processes fails to start. */
const joining = { lock: "processes" };
/** Milliseconds after which the row of a killed process on another machine no longer counts. */
const lifeMs = 30_000;
export const renewEverySeconds = 10;
/** Maximum milliseconds to wait for the store's mark, more than the first process needs to claim the store. */
const markWithinMs = 15_000;

/** The mark that shows to which database a file store belongs. */
interface StoreMark {
  /** Throws `BadSetting` if the store belongs to another database, `StorageError` if it is unavailable. */
  claim(): Promise<void>;
  isClaimed(): Promise<boolean>;
}

interface Peer {
  host: string;
  pid: number;
  /** The process counts as running until this time, in milliseconds since 1970 by the database's clock. */
  until: number;
  /** The database's clock minus the process's, in milliseconds. */
  clockOffset: number;
  /** Keyed hashes (HMAC) of the settings that have to agree, by name. */
  agreed: Record<string, string>;
}

export class PeerProcesses {
  readonly #name = peerPrefix + randomUUID();
  /** True if this process was the first to start and has not claimed the store yet. */
  #mustClaim = false;

  /**
   * `agreed` has the values of the settings that must be the same in all processes, by name. `storeSetting` is the name
   * of the setting that selects the file store.
   */
  constructor(
    private readonly deps: Pick<Platform, "db" | "keys" | "log"> & { storeMark: StoreMark },
    private readonly settings: { agreed: Readonly<Record<string, string>>; storeSetting: string },
  ) {}

  /** Throws `BadSetting` if this process must not run next to the others. Call `renew` regularly afterwards. */
  async join(): Promise<void> {
    const isFirst = !this.deps.db.hasOtherWriters || (await this.#register());
    try {
      if (isFirst) await this.#claimStore();
      else await this.#waitForClaim();
    } catch (error) {
      await this.leave();
      throw error;
    }
  }

  /** Returns true if no other process is running. */
  async #register(): Promise<boolean> {
    const own = await this.#describe();
    return this.deps.db.write(async (transaction) => {
      const peers = await findPeers(transaction);
      for (const peer of peers) assertAgreement(own, peer);
      await saveSetting(transaction, this.#name, JSON.stringify(own));
      return peers.length === 0;
    }, joining);
  }

  /** Claims the store. If the store is unavailable, `renew` tries again. */
  async #claimStore(): Promise<void> {
    this.#mustClaim = true;
    await this.deps.storeMark.claim().then(
      () => (this.#mustClaim = false),
      (error: unknown) => this.#reportUnavailable(error),
    );
  }

  async #waitForClaim(): Promise<void> {
    const until = Date.now() + markWithinMs;
    // If the store is unavailable, the process starts without this check.
    const isClaimed = () =>
      this.deps.storeMark.isClaimed().catch((error: unknown) => (this.#reportUnavailable(error), true));
    while (!(await isClaimed())) {
      if (Date.now() > until)
        throw new BadSetting(
          `Setting ${this.settings.storeSetting}: does not contain the files of a running process on the same database`,
        );
      await wait(100);
    }
  }

  #reportUnavailable(error: unknown): void {
    if (!(error instanceof StorageError)) throw error;
    this.deps.log.warn({ err: error }, "could not check whether the files belong to this database");
  }

  async renew(): Promise<void> {
    const { db } = this.deps;
    if (!db.hasOtherWriters) return;
    const own = await this.#describe();
    await db.write((transaction) => saveSetting(transaction, this.#name, JSON.stringify(own)), joining);
    if (this.#mustClaim) await this.#claimStore();
  }

  async leave(): Promise<void> {
    const { db } = this.deps;
    if (db.hasOtherWriters) await db.write((transaction) => remove(transaction, this.#name), joining);
  }

  async #describe(): Promise<Peer> {
    const { db, keys } = this.deps;
    const agreed = Object.entries(this.settings.agreed);
    const asked = Date.now();
    const now = await readClock(db.rows);
    return {
      host: hostname(),
      pid: process.pid,
      until: now + lifeMs,
      clockOffset: now - (asked + Date.now()) / 2,
      agreed: Object.fromEntries(agreed.map(([name, value]) => [name, keys.blindIndex(value, name)])),
    };
  }
}

function assertAgreement(own: Peer, peer: Peer): void {
  // Compares only settings that both have, because a process of an earlier version may lack some.
  const compared = Object.keys(own.agreed).filter((name) => name in peer.agreed);
  const different = compared.find((name) => own.agreed[name] !== peer.agreed[name]);
  if (different)
    throw new BadSetting(`Setting ${different}: differs from that of a running process on the same database`);
  const difference = Math.round(own.clockOffset - peer.clockOffset);
  if (Math.abs(difference) > maxClockDifferenceMs)
    throw new BadSetting(
      `The clock of this machine differs by ${Math.abs(difference) / 1000} s from that of a running process on ` +
        `the same database; at most ${maxClockDifferenceMs / 1000} s are allowed`,
    );
}

async function findPeers(transaction: RowSource): Promise<Peer[]> {
  const now = await readClock(transaction);
  const sql = "SELECT name, value FROM setting WHERE name LIKE ?";
  const rows = await queryRows<{ name: string; value: string }>(transaction, sql, [`${peerPrefix}%`]);
  const peers = rows.map(({ name, value }) => ({ name, peer: JSON.parse(value) as Peer }));
  for (const { name, peer } of peers) if (!isRunning(peer, now)) await remove(transaction, name);
  return peers.flatMap(({ peer }) => (isRunning(peer, now) ? [peer] : []));
}

function isRunning({ host, pid, until }: Peer, now: number): boolean {
  if (until < now) return false;
  return host !== hostname() || isProcessRunning(pid);
}

async function remove(transaction: RowSource, name: string): Promise<void> {
  await queryRows(transaction, "DELETE FROM setting WHERE name = ?", [name]);
}

/** Returns the database's time in milliseconds since 1970. */
async function readClock(source: RowSource): Promise<number> {
  const sql = "SELECT extract(epoch FROM clock_timestamp()) * 1000 AS now";
  return (await findRow<{ now: number }>(source, sql))!.now;
}
