/** Acknowledged writes survive a kill -9 at any moment; all other writes are complete or absent. */
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { callGraphql } from "../kit/wire/callApi";
import * as documents from "../kit/documents";
import { TestServer } from "../kit/server/testServer";
import { newPhoneNumber } from "../kit/personas/traveller";
import { Actor } from "./kit/actor";
import { expectKept, expectWhole } from "./kit/checks";
import { learnFiles } from "./kit/files";
import { Journal } from "./kit/journal";
import { Random } from "./kit/random";
import type { Fixture } from "./kit/fixture";

const kills = 20;
const actors = 6;
/** Generous: a start takes about a second, but the machine may be busy. */
const readyWithinMs = 60_000;

let fixture: Fixture;
beforeAll(async () => {
  const server = await TestServer.start({ TRUSTED_PROXIES: "127.0.0.1" });
  const random = new Random(Number(process.env["FAULT_SEED"] ?? Date.now() % 1_000_000));
  const { data } = await callGraphql(server, documents.visaId, {
    variables: { visaUrl: "vietnam-30-days-single-entry" },
  });
  const { visaId } = data.visa;
  const files = await learnFiles(server, newPhoneNumber(), visaId);
  fixture = { server, random, visaId, files, journal: new Journal() };
});
afterAll(() => fixture.server.dispose());

test(`${kills} SIGKILLs under mixed load lose no acknowledged write and leave nothing half done`, async () => {
  const { server, journal, random, files } = fixture;
  const startTimes: number[] = [];
  const cast = Array.from({ length: actors }, () => new Actor(fixture));
  for (let kill = 0; kill < kills; kill++) {
    let isOver = false;
    const enough = journal.untilMore(random.between(6, 20));
    const running = cast.map((actor) => actor.run(() => isOver));
    // Rejects if an actor's call is refused.
    await Promise.race([enough, Promise.all(running)]);
    // Waits for a random time, so that a kill can hit any part of the actors' work.
    await wait(random.between(0, 100));
    await server.stop("SIGKILL");
    isOver = true;
    await Promise.all(running);

    const from = Date.now();
    await server.restart();
    startTimes.push(Date.now() - from);
    await server.untilPrinted("swept files without a row");
    await expectWhole(server);
    await journal.resolveAll();
    for (const person of journal.takeActive()) await expectKept(server, person, files);
    await expectWhole(server);
  }
  for (const person of journal.people) await expectKept(server, person, files);

  console.info(
    [
      `seed ${random.seed}: ${kills} kills survived`,
      `${journal.total} acknowledged writes checked (${[...journal.acknowledged].map(([what, count]) => `${what} ${count}`).join(", ")})`,
      `${journal.unanswered} calls without a response are complete or absent`,
      `ready again after ${Math.max(...startTimes)} ms at most`,
    ].join("\n"),
  );
  expect(Math.max(...startTimes)).toBeLessThan(readyWithinMs);
  // Proves that there was load: every kind of write, and calls that the kills cut off.
  expect(journal.acknowledged.size).toBeGreaterThanOrEqual(10);
  expect(journal.total).toBeGreaterThan(kills * 6);
  expect(journal.unanswered).toBeGreaterThan(kills);
}, 1_200_000);
