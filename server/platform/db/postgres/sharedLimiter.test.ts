import "reflect-metadata";
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "@jest/globals";
import { newDatabase } from "../../../test/kit/server/testDatabase.mjs";
import { getPool, makePostgresSource } from "./postgresSource";
import { makeSharedLimiter } from "./sharedLimiter";
import { entities } from "../../../app/entities";

/** Limits of users apply across all processes, or to each process while the database is down. */

async function openProcess(url: string) {
  return makePostgresSource({ engine: "postgres", url, pool: 4 }, entities, () => undefined).initialize();
}

test("processes share a limit, and count separately while the database is down", async () => {
  const url = await newDatabase();
  const first = await openProcess(url);
  await first.runMigrations();
  const second = await openProcess(url);
  const limit = { name: "calls", points: 40, seconds: 2 };
  const limiters = [makeSharedLimiter(getPool(first), limit), makeSharedLimiter(getPool(second), limit)];
  const takeAtOnce = (key: string) =>
    Promise.all(Array.from({ length: 60 }, (_, number) => limiters[number % 2]!.take(key)));

  const together = await takeAtOnce("asha");
  expect(together.filter(({ isOver }) => !isOver)).toHaveLength(40);
  for (const limiter of limiters) {
    const { isOver, remaining, resetSeconds } = await limiter.take("asha");
    expect([isOver, remaining]).toEqual([true, 0]);
    expect(resetSeconds).toBeGreaterThanOrEqual(1);
  }
  expect(await limiters[0]!.take("ravi")).toEqual({ isOver: false, remaining: 39, resetSeconds: 2 });
  await wait(2_100);
  expect(await limiters[1]!.take("asha")).toMatchObject({ isOver: false });

  await first.destroy();
  await second.destroy();
  const alone = await takeAtOnce("devi");
  // Neither reached the limit alone, because each process received half of the calls.
  expect(alone.filter(({ isOver }) => !isOver)).toHaveLength(60);
  expect(await Promise.all(Array.from({ length: 11 }, () => limiters[0]!.take("devi")))).toContainEqual({
    isOver: true,
    remaining: 0,
    resetSeconds: 2,
  });
});
