/**
 * An attacker cannot slow the server down for others: compares an honest traveller's waiting times on an idle server
 * and under attack. Their ratio is tested, because absolute times depend on the machine.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { makeApplicantFiles, makeSmallFiles, type PassportFiles } from "../../kit/personas/applicantFiles";
import { readPeakMegabytes } from "../../kit/server/processFacts";
import { TestServer } from "../../kit/server/testServer";
import { under } from "./attack";
import { cacheAttacks } from "./cacheAttacks";
import { costAttacks } from "./costAttacks";
import { loginAttacks } from "./loginAttacks";
import { goThrough, p95, steps, type Waits } from "./measuring";
import type { AttackRows, AttackScene } from "./scene";
import { trafficAttacks } from "./trafficAttacks";
import { uploadAttacks } from "./uploadAttacks";

/** Maximum ratio of an honest traveller's time under attack to the time on an idle server. */
const maxTimes = 3;
/** Times up to this many milliseconds pass at any ratio, because the ratio of a page that takes 5 ms is mostly noise. */
const unnoticed = 150;
const rounds = 3;
/** Attempts per attack: a busy machine is slow now and then, but an attack that succeeds slows every attempt. */
const tries = 3;
/** Memory limit of the server under any attack, as documented in docs/operations.md. */
const maxMegabytes = 1200;
const patience = 300_000;

let folder: string;
let server: TestServer;
let photos: PassportFiles;
let scene: AttackScene;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "visaport-attacks-"));
  const [started, small, large] = await Promise.all([
    TestServer.start(),
    makeSmallFiles(),
    makeApplicantFiles(),
  ]);
  [server, photos] = [started, large];
  scene = { server, folder, small, photos };
}, patience);
afterAll(async () => {
  await server.dispose();
  await rm(folder, { recursive: true, force: true });
});

/** One file per kind of attack. A new fast path needs an attack here. */
const attacks: AttackRows = {
  ...uploadAttacks,
  ...trafficAttacks,
  ...cacheAttacks,
  ...costAttacks,
  ...loginAttacks,
};

/** Time limit for one attack, in case the traveller gets no response. */
const rowWithinMs = 20_000;
let idle: Waits;
const rows: Record<string, Record<string, string>> = {};
beforeAll(async () => {
  // Warm-up: the first rounds load data that later ones reuse.
  await goThrough(server, photos, 2);
  idle = await goThrough(server, photos, rounds + 2);
  rows["idle"] = toRow(idle);
}, patience);
afterAll(() => console.info(toTable(rows)));

test.each(Object.keys(attacks))(
  `an honest traveller waits at most ${maxTimes} times as long as on an idle server, or ${unnoticed} ms, under: %s`,
  async (name) => {
    const list = await attacks[name]!(scene);
    const lost: string[] = [];
    for (let tried = 0; tried < tries; tried++) {
      // Measures the idle server again, because the machine may be busier than at the start.
      if (tried > 0) idle = await goThrough(server, photos, rounds);
      try {
        const { result, statuses } = await under(server, folder, list, () =>
          inTime(goThrough(server, photos, rounds)),
        );
        const peak = await readPeakMegabytes(server.pid);
        rows[name] = {
          ...toRow(result, idle),
          memory: `${peak} MB`,
          "the attacker's answers": statuses,
        };
        expect(peak).toBeLessThan(maxMegabytes);
        const tooSlow = steps.filter(
          (step) => p95(result[step]) > Math.max(maxTimes * p95(idle[step]), unnoticed),
        );
        if (tooSlow.length === 0) return;
        lost.push(tooSlow.map((step) => `${step} ${rows[name]![step]}`).join(", "));
      } catch (error) {
        rows[name] = { page: (error as Error).message };
        lost.push((error as Error).message);
      }
      // Unfinished work of this attack must not slow the next attempt.
      await server.restart("SIGKILL");
      await goThrough(server, photos, 2);
    }
    expect(lost).toEqual([]);
  },
  patience,
);

async function inTime<T>(work: Promise<T>): Promise<T> {
  const timer = new AbortController();
  const late = wait(rowWithinMs, undefined, { signal: timer.signal }).then(() => {
    throw new Error(`The traveller was not served within ${rowWithinMs} ms`);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    late.catch(() => undefined);
    work.catch(() => undefined);
    timer.abort();
  }
}

function toRow(waits: Waits, idle?: Waits): Record<string, string> {
  return Object.fromEntries(
    steps.map((step) => {
      const time = p95(waits[step]);
      const times = idle ? ` (× ${(time / p95(idle[step])).toFixed(1)})` : "";
      return [step, `${time.toFixed(0)} ms${times}`];
    }),
  );
}

function toTable(rows: Record<string, Record<string, string>>): string {
  const columns = [...steps, "memory", "the attacker's answers"];
  const lines = Object.entries(rows).map(([name, row]) => [
    name,
    ...columns.map((column) => row[column] ?? ""),
  ]);
  const widths = ["", ...columns].map((column, at) =>
    Math.max(column.length, ...lines.map((line) => line[at]!.length)),
  );
  return [["p95", ...columns], ...lines]
    .map((line) => line.map((cell, at) => cell.padEnd(widths[at]!)).join("  "))
    .join("\n");
}
