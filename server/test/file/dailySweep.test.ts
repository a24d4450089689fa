import { randomUUID } from "node:crypto";
import { mkdir, rename, rm, utimes, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import * as documents from "../kit/documents";
import { makeSmallFiles } from "../kit/personas/applicantFiles";
import { signedInTraveller, type Traveller } from "../kit/personas/traveller";
import { runServerToEnd } from "../kit/server/runToEnd";
import { filesOnDisk } from "../kit/standIns/testBucket.mjs";
import { TestServer } from "../kit/server/testServer";
import { addApplicant } from "../kit/stories/applicants";

/** Tests the sweep that a running server repeats daily, unlike the one at its start. */

const hourMs = 60 * 60_000;
let server: TestServer;
let traveller: Traveller;
beforeAll(async () => {
  const shortDays = fileURLToPath(new URL("../kit/server/shortDays.mjs", import.meta.url));
  server = await TestServer.start({ ...filesOnDisk, NODE_OPTIONS: `--import ${shortDays}` });
  traveller = await signedInTraveller(server).withRequest().withApplicant();
});
afterAll(() => server.dispose());

const newId = (shard: string) => `${shard}${randomUUID().slice(2)}`;
const setAge = (path: string, hours: number) => {
  const moment = new Date(Date.now() - hours * hourMs);
  return utimes(path, moment, moment);
};

async function leaveFile(shard: string, hours: number): Promise<string> {
  const path = server.pathOfFile(newId(shard));
  await mkdir(join(path, ".."), { recursive: true });
  await writeFile(path, "encrypted bytes");
  await setAge(path, hours);
  return path;
}

/** Waits for a sweep that began after the call, and returns its log line. */
async function untilSwept(): Promise<string> {
  const findSweeps = (output: string) =>
    output.match(/^.*(swept files without|sweep of files failed).*$/gm) ?? [];
  const before = findSweeps(server.output).length;
  await server.untilOutput((output) => findSweeps(output).length >= before + 2);
  return findSweeps(server.output)[before + 1]!;
}

test("the sweep removes old files without a row, but spares recent files and those of applicants", async () => {
  const ofApplicant = await server.listFiles();
  expect(ofApplicant).toHaveLength(3);
  for (const path of ofApplicant) await setAge(path, 48);
  await leaveFile("ab", 25);
  const young = await leaveFile("ab", 23);
  expect(await untilSwept()).toContain("swept files without a row");
  expect((await server.listFiles()).toSorted()).toEqual([...ofApplicant, young].toSorted());
  await rm(young);
});

test("the sweep continues after a file that it cannot remove, and logs the failure", async () => {
  const ofApplicant = await server.listFiles();
  // Creates a folder under a file's name, which the sweep cannot remove.
  const stuck = server.pathOfFile(newId("7f"));
  await mkdir(stuck, { recursive: true });
  await setAge(stuck, 25);
  for (const shard of ["00", "7f", "7f", "ff"]) await leaveFile(shard, 25);
  const line = await untilSwept();
  expect(line).toContain("Files that could not be removed: 1");
  expect(line).toContain(basename(stuck));
  expect((await server.listFiles()).toSorted()).toEqual(ofApplicant.toSorted());

  await rm(stuck, { recursive: true });
  expect(await untilSwept()).toContain("swept files without a row");
});

test("the sweep removes files that stayed on disk when their applicant was removed", async () => {
  const ofApplicant = await server.listFiles();
  const { visaApplicantId } = await addApplicant(traveller, await makeSmallFiles());
  const added = (await server.listFiles()).filter((path) => !ofApplicant.includes(path));
  // Replaces the files' folder with a file to make the removal fail; changed permissions would not stop root.
  const shard = dirname(added[0]!);
  await rename(shard, `${shard}-away`);
  await writeFile(shard, "");
  const answer = await traveller.call(documents.removeVisaApplicant, { input: { visaApplicantId } });
  await rm(shard);
  await rename(`${shard}-away`, shard);
  expect(answer.errors).toBeUndefined();
  expect((await traveller.readRequest()).visaApplicants).toHaveLength(1);

  const refused = added.filter((path) => dirname(path) === shard);
  expect((await server.listFiles()).toSorted()).toEqual([...ofApplicant, ...refused].toSorted());
  for (const path of refused) await setAge(path, 25);
  await untilSwept();
  expect((await server.listFiles()).toSorted()).toEqual(ofApplicant.toSorted());
});

test("a server with a mistyped DATABASE_URL does not start, and removes no file", async () => {
  const files = await server.listFiles();
  await server.stop();
  const mistyped = { DATA_DIR: server.dataDir, DATABASE_URL: `sqlite:${server.dataDir}/portal.sqlit` };
  const { code, stderr } = await runServerToEnd(mistyped);
  expect([code, stderr]).toEqual([
    1,
    "Setting DATABASE_URL: the files in DATA_DIR belong to another database\n",
  ]);
  await server.restart();
  await server.untilPrinted("swept files without a row");
  expect((await server.listFiles()).toSorted()).toEqual(files.toSorted());
});
