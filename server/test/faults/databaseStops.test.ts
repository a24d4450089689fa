import { expect, test } from "@jest/globals";
import { makeSmallFiles } from "../kit/personas/applicantFiles";
import { waitFor } from "../kit/waitFor";
import { expectAllWell, expectNoFileLost, insertsFile, provideOutages } from "../processes/kit/outages";
import { ResponseRecord } from "../processes/kit/recordResponses";
import { StubbornTraveller } from "../processes/kit/stubbornTraveller";

/** PostgreSQL stops repeatedly, alternately by a shutdown and a crash, while three processes serve. */

const stops = 30;
const travellers = 8;

const provided = provideOutages();

test(`${stops} stops of PostgreSQL under load lose no files, cause only 503 and do not end a process`, async () => {
  const { postgres, proxy, servers } = provided;
  const files = await makeSmallFiles();
  let commits = 0;
  proxy.loseCommits((statements) => insertsFile.test(statements) && ++commits % 4 === 0);
  const record = new ResponseRecord();
  const cast = Array.from({ length: travellers }, () => new StubbornTraveller(servers, files));
  const countDone = () => cast.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0);
  let isOver = false;
  const running = Promise.all(cast.map((one) => one.run(() => isOver)));
  for (let stop = 0; stop < stops; stop++) {
    const done = countDone();
    await waitFor("applications are acknowledged", () => countDone() > done + 1);
    await postgres.halt(stop % 2 ? "immediate" : "fast");
    const refused = record.count(503);
    await waitFor("calls are refused", () => record.count(503) > refused + 10);
    await postgres.resume();
  }
  isOver = true;
  await running;
  proxy.loseCommits(undefined);

  let served = 0;
  for (const one of cast) served += await one.checkFiles();
  const stored = await expectNoFileLost(provided);
  console.info({
    stops,
    responses: Object.fromEntries(record.byStatus),
    faults: record.faults.length,
    lostCommits: proxy.lostCommits,
    acknowledged: countDone(),
    served,
    stored,
  });
  record.stop();
  expect(record.faults).toEqual([]);
  expect(proxy.lostCommits).toBeGreaterThan(stops / 2);
  expectAllWell(provided);
  for (const server of servers) expect(await server.stop()).toBe(0);
}, 1_800_000);
