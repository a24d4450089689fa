/**
 * The processes that use the same database. A process must not start if it would harm the others: different
 * secrets would end their sessions, a different staff list would remove their staff, a different clock would shift
 * deadlines and limits, and they could not open the files of another store. Does nothing on SQLite, which has one
 * process.
 */
import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { BadSetting } from "../../core/errors";
import { StorageError } from "../../core/storageErrors";
import type { Platform } from "../adapters/Platform";
import { findRow, queryRows, type RowSource } from "../db/rowSource";
import { addSetting, findSetting, saveSetting } from "../db/settingRows";

/** Prefix of the `setting` rows, one per process. */
export const peerPrefix = "process:";
/** The `setting` row with the mark that the shared store of files has. */
const markSetting = "store-mark";
/** Serialises writes of these rows, so that one of two conflicting starts is refused. */
const joining = { lock: "processes" };
/** Milliseconds after which the row of a killed process on another machine no longer counts. */
const lifeMs = 30_000;
export const renewEverySeconds = 10;
/** Milliseconds to wait for the mark: longer than the first process takes to store it again. */
const markWithinMs = 15_000;
export const maxClockDifferenceMs = 5_000;

interface Peer {
  host: string;
  pid: number;
  /** The process counts as running until this time, in milliseconds since 1970 by the database's clock. */
  until: number;
  /** The database's clock minus the process's, in milliseconds. */
  clockOffset: number;
  /** Keyed hashes of the settings that have to agree, by name. */
  agreed: Record<string, string>;
}

export class PeerProcesses {
  readonly #name = peerPrefix + randomUUID();
  readonly #agreed: Record<string, string>;
  /** The mark that this process has to store, because it was the first. */
  #markToStore: string | undefined;

  /** `agreed`: the settings that have to agree, by name. `storeSetting` is the one that selects the store of files. */
  constructor(
    private readonly deps: Pick<Platform, "db" | "keys" | "log" | "store">,
    private readonly settings: { agreed: Readonly<Record<string, string>>; storeSetting: string },
  ) {
    const { agreed } = settings;
    const hashed = Object.entries(agreed).map(([name, value]) => [name, deps.keys.blindIndex(value, name)]);
    this.#agreed = Object.fromEntries(hashed) as Record<string, string>;
  }

  /** Throws `BadSetting` if this process must not run next to the others. Call `renew` regularly afterwards. */
  async join(): Promise<void> {
    const { db } = this.deps;
    if (!db.hasOtherWriters) return;
    const own = await this.#describe();
    const { isFirst, mark } = await db.write(async (transaction) => {
      const peers = await findPeers(transaction);
      for (const peer of peers) assertAgreement(own, peer);
      await saveSetting(transaction, this.#name, JSON.stringify(own));
      return { isFirst: peers.length === 0, mark: await getMark(transaction) };
    }, joining);
    try {
      if (isFirst) await this.#storeMark(mark);
      else await this.#findMark(mark);
    } catch (error) {
      await this.leave();
      throw error;
    }
  }

  /** If the store is unavailable, `renew` tries again. */
  async #storeMark(mark: string): Promise<void> {
    this.#markToStore = mark;
    await this.deps.store.putMark(mark).then(
      () => (this.#markToStore = undefined),
      (error: unknown) => this.#reportUnavailable(error),
    );
  }

  async #findMark(mark: string): Promise<void> {
    const { store } = this.deps;
    const until = Date.now() + markWithinMs;
    // If the store is unavailable, the process starts unchecked.
    const findMark = () => store.getMark().catch((error: unknown) => (this.#reportUnavailable(error), mark));
    while ((await findMark()) !== mark) {
      if (Date.now() > until)
        throw new BadSetting(
          `Setting ${this.settings.storeSetting}: the files of a running process on the same database are not there`,
        );
      await wait(100);
    }
  }

  #reportUnavailable(error: unknown): void {
    if (!(error instanceof StorageError)) throw error;
    this.deps.log.warn({ err: error }, "whether the processes share their files is not known");
  }

  async renew(): Promise<void> {
    const { db } = this.deps;
    if (!db.hasOtherWriters) return;
    if (this.#markToStore) await this.#storeMark(this.#markToStore);
    const own = await this.#describe();
    await db.write((transaction) => saveSetting(transaction, this.#name, JSON.stringify(own)), joining);
  }

  async leave(): Promise<void> {
    const { db } = this.deps;
    if (db.hasOtherWriters) await db.write((transaction) => remove(transaction, this.#name), joining);
  }

  async #describe(): Promise<Peer> {
    const asked = Date.now();
    const now = await readClock(this.deps.db.rows);
    return {
      host: hostname(),
      pid: process.pid,
      until: now + lifeMs,
      clockOffset: now - (asked + Date.now()) / 2,
      agreed: this.#agreed,
    };
  }
}

/** Returns the mark, which the first process creates. */
async function getMark(transaction: RowSource): Promise<string> {
  await addSetting(transaction, markSetting, randomUUID());
  return (await findSetting(transaction, markSetting))!;
}

function assertAgreement(own: Peer, peer: Peer): void {
  const different = Object.keys(own.agreed).find((name) => own.agreed[name] !== peer.agreed[name]);
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
  if (host !== hostname()) return true;
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function remove(transaction: RowSource, name: string): Promise<void> {
  await queryRows(transaction, "DELETE FROM setting WHERE name = ?", [name]);
}

/** Returns the database's time in milliseconds since 1970. */
async function readClock(source: RowSource): Promise<number> {
  const sql = "SELECT extract(epoch FROM clock_timestamp()) * 1000 AS now";
  return (await findRow<{ now: number }>(source, sql))!.now;
}
