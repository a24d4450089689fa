/** Only the owner can access the files on the disk, whatever the umask of the server or a command. */
import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { signedInTraveller } from "../kit/personas/traveller";
import { runToEnd } from "../kit/server/runToEnd";
import { TestServer } from "../kit/server/testServer";

const openToAll = ["sh", "-c", 'umask 000 && exec "$@"', "sh"];
const DATA_KEY = "a data key of more than thirty-two bytes";
let root: string;
let server: TestServer;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "visaport-modes-"));
  const DATA_DIR = join(root, "data");
  // Files as an older version or a manual copy leaves them; SQLite treats an empty file as a new database.
  await mkdir(join(DATA_DIR, "keys"), { recursive: true });
  await mkdir(join(DATA_DIR, "outbox"));
  for (const name of ["portal.sqlite", "outbox/sms.jsonl"]) {
    await writeFile(join(DATA_DIR, name), "");
    await chmod(join(DATA_DIR, name), 0o666);
  }
  await mkdir(join(DATA_DIR, "lost+found"));
  await writeFile(join(DATA_DIR, "lost+found/piece"), "");
  await chmod(join(DATA_DIR, "lost+found/piece"), 0o666);
  for (const folder of ["", "keys", "outbox"]) await chmod(join(DATA_DIR, folder), 0o777);
  server = await TestServer.start({ DATA_DIR, DATA_KEY }, openToAll);
});
afterAll(async () => {
  await server.dispose();
  await rm(root, { recursive: true });
});

/** Returns the names of all files in a folder, and of those that other users can access, with their modes. */
async function openIn(folder: string): Promise<{ open: string[]; names: string[] }> {
  const names = await readdir(folder, { recursive: true });
  const open: string[] = [];
  for (const name of [".", ...names]) {
    const { mode } = await stat(join(folder, name));
    if (mode & 0o077) open.push(`${name} ${(mode & 0o777).toString(8)}`);
  }
  return { open, names };
}

const runCommand = (name: string, ...given: string[]) =>
  runToEnd([...openToAll, process.execPath, `dist/server/${name}.js`, ...given], {
    DATA_DIR: server.dataDir,
    DATA_KEY,
  });

test("the mode of files in lost+found is not changed", async () => {
  const found = join(server.dataDir, "lost+found");
  expect((await stat(join(found, "piece"))).mode & 0o777).toBe(0o666);
  await rm(found, { recursive: true });
});

test("other users can access nothing in the data folder, an archive or a restored folder", async () => {
  await signedInTraveller(server).withRequest().withApplicant().withOrder();
  const { open, names } = await openIn(server.dataDir);
  expect(open).toEqual([]);
  const expected = ["portal.sqlite", "portal.sqlite-wal", "portal.sqlite-shm", "server.lock"];
  expect(names).toEqual(expect.arrayContaining([...expected, "keys/jwt-secret", "outbox/sms.jsonl"]));
  expect(names.filter((name) => name.startsWith("sandbox/"))).not.toEqual([]);
  expect(names.filter((name) => /^files\/..\/.{36}$/.test(name))).not.toEqual([]);

  const archives = join(root, "archives");
  expect(await runCommand("backup", join(archives, "one.backup"))).toMatchObject({ code: 0 });
  expect(await openIn(archives)).toEqual({ open: [], names: ["one.backup"] });

  const restored = join(root, "restored");
  await mkdir(restored);
  await chmod(restored, 0o777);
  expect(await runCommand("restore", join(archives, "one.backup"), "--into", restored)).toMatchObject({
    code: 0,
  });
  const afterwards = await openIn(restored);
  expect(afterwards.open).toEqual([]);
  expect(afterwards.names).toContain("portal.sqlite");
});
