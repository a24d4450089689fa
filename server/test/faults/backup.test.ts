/**
 * A backup made under load is one consistent, encrypted state. A restore verifies it, and a server runs on the
 * restored data.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { constants, tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { entities } from "../../app/entities";
import { makeDataSource } from "../../platform/db/sqlite/sqliteSource";
import { callGraphql } from "../kit/wire/callApi";
import * as documents from "../kit/documents";
import { readTables } from "../kit/data/readTables";
import { TestServer } from "../kit/server/testServer";
import { newPhoneNumber } from "../kit/personas/traveller";
import { Actor } from "./kit/actor";
import { expectKept, expectWhole } from "./kit/checks";
import { learnFiles } from "./kit/files";
import { Journal } from "./kit/journal";
import { Random } from "./kit/random";
import type { Fixture } from "./kit/fixture";
import { runScript } from "../kit/server/runToEnd";

const DATA_KEY = "a data key of more than thirty-two bytes";
/** Timeout of a test in milliseconds, long enough for a busy machine. */
const patience = 300_000;
const settings = { DATA_KEY, TRUSTED_PROXIES: "127.0.0.1" };

let root: string;
let fixture: Fixture;
let archive: string;
let report: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "visaport-backup-"));
  const server = await TestServer.start(settings);
  const { data } = await callGraphql(server, documents.visaId, {
    variables: { visaUrl: "vietnam-30-days-single-entry" },
  });
  const { visaId } = data.visa;
  const files = await learnFiles(server, newPhoneNumber(), visaId);
  fixture = { server, random: new Random(Date.now() % 1_000_000), visaId, files, journal: new Journal() };

  // These writes are acknowledged before the backup begins. The people who made them then stop.
  await act(async () => fixture.journal.untilMore(60));
  // Other people write during the backup.
  const others: Fixture = { ...fixture, journal: new Journal() };
  const folder = join(root, "backups");
  await mkdir(folder);
  await act(async () => {
    const { code, stdout, stderr } = await runScript("backup", [folder], {
      DATA_KEY,
      DATA_DIR: server.dataDir,
    });
    expect([code, stderr]).toEqual([0, ""]);
    report = stdout;
  }, others);
  expect(others.journal.total).toBeGreaterThan(0);
  archive = join(folder, (await readdir(folder))[0]!);
}, patience);
afterAll(async () => {
  await fixture.server.dispose();
  await rm(root, { recursive: true, force: true });
});

/** Lets four actors use the site until the work is done. */
async function act(work: () => Promise<void>, on = fixture): Promise<void> {
  let isOver = false;
  const running = Array.from({ length: 4 }, () => new Actor(on).run(() => isOver));
  await Promise.race([work(), Promise.all(running)]);
  isOver = true;
  await Promise.all(running);
}

test(
  "the archive is readable only by its owner and has its final name, and no temporary files remain",
  async () => {
    const { mode } = await stat(archive);
    expect(mode & 0o777).toBe(0o600);
    expect(await readdir(join(archive, ".."))).toEqual([
      expect.stringMatching(/^visaport-\d{8}T\d{6}Z\.backup$/),
    ]);
    expect((await readdir(fixture.server.dataDir)).filter((name) => name.startsWith("."))).toEqual([]);
    expect(report).toMatch(/^Backed up the database and \d+ files to .*\.backup \(\d+\.\d MB\)\.\n$/);
  },
  patience,
);

test(
  "the archive contains no unencrypted phone number, file name or SQL",
  async () => {
    const bytes = await readFile(archive);
    const [person] = fixture.journal.people;
    for (const clear of [person!.phoneNumber, "CREATE TABLE", "SQLite format 3", "portal.sqlite", "manifest"])
      expect(bytes.includes(clear)).toBe(false);
  },
  patience,
);

test(
  "a server on the restored data has every write that was acknowledged before the backup began",
  async () => {
    const into = join(root, "restored");
    const { code, stdout, stderr } = await runScript("restore", [archive, "--into", into], {
      DATA_KEY,
      DATA_DIR: join(root, "none"),
    });
    expect([code, stderr]).toEqual([0, ""]);
    const restored = await TestServer.start({
      ...settings,
      DATA_DIR: into,
      // The archive does not contain the JWT secret.
      JWT_SECRET: (await readFile(join(fixture.server.dataDir, "keys", "jwt-secret"), "utf8")).trim(),
    });
    try {
      // Omits an internal table of SQLite.
      const { sqlite_sequence: _own, ...tables } = await readTables(restored);
      for (const [table, rows] of Object.entries(tables))
        expect(stdout).toContain(`  ${table}: ${rows.length} rows\n`);
      expect(stdout).toContain(`  files: ${tables.stored_file.length}, all match their rows\n`);
      await restored.untilPrinted("swept files without a row");
      expect(restored.output).toMatch(/"removed":0,"halfWritten":0,"msg":"swept/);
      await expectWhole(restored);
      for (const person of fixture.journal.people) await expectKept(restored, person, fixture.files);
      console.info(
        `${fixture.journal.total} writes acknowledged before the backup are in it\n${report}${stdout}`,
      );
    } finally {
      await restored.dispose();
    }
  },
  patience,
);

test(
  "--check verifies the archive without leaving files next to it or a data folder",
  async () => {
    const nowhere = join(root, "nowhere");
    // Temporary folders, as a killed check leaves them.
    await mkdir(join(archive, "..", ".check-Ab12Cd", ".restore-Ab12Cd"), { recursive: true });
    const { code, stdout } = await runScript("restore", [archive, "--check"], {
      DATA_KEY,
      DATA_DIR: nowhere,
    });
    expect(code).toBe(0);
    expect(stdout).toMatch(/The archive is complete\. Nothing was restored\.\n$/);
    expect(await readdir(join(archive, ".."))).toHaveLength(1);
    expect(existsSync(nowhere)).toBe(false);
  },
  patience,
);

test(
  "--check without a key names the setting and does not generate a key",
  async () => {
    const nowhere = join(root, "nowhere");
    expect(await runScript("restore", [archive, "--check"], { DATA_DIR: nowhere })).toEqual({
      code: 1,
      stdout: "",
      stderr: "Setting DATA_KEY: is required, because DATA_DIR has no keys/data-key\n",
    });
    expect(existsSync(nowhere)).toBe(false);
  },
  patience,
);

test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
  "--check leaves no decrypted database if it is interrupted by %s",
  async (signal) => {
    const folder = join(archive, "..");
    const { PATH = "" } = process.env;
    const child = spawn(process.execPath, ["dist/server/restore.js", archive, "--check"], {
      env: { PATH, NODE_ENV: "test", DATA_KEY, DATA_DIR: join(root, "nowhere") },
    });
    const ended = once(child, "exit");
    const decrypted = join(folder, `.check-${child.pid}`, `.restore-${child.pid}`, "portal.sqlite");
    while (child.exitCode === null && !existsSync(decrypted)) await setImmediate();
    child.kill(signal);
    expect(await ended).toEqual([128 + constants.signals[signal], null]);
    expect(await readdir(folder)).toHaveLength(1);
  },
  patience,
);

test(
  "a restore that was killed can be repeated",
  async () => {
    const into = join(root, "repeated");
    const { PATH = "" } = process.env;
    const settings = { DATA_KEY, DATA_DIR: join(root, "none") };
    const child = spawn(process.execPath, ["dist/server/restore.js", archive, "--into", into], {
      env: { PATH, NODE_ENV: "test", ...settings },
    });
    const ended = once(child, "exit");
    const hasBegun = () => existsSync(into) && readdirSync(into).some((name) => name.startsWith(".restore-"));
    while (child.exitCode === null && !hasBegun()) await setImmediate();
    child.kill("SIGKILL");
    expect(await ended).toEqual([null, "SIGKILL"]);
    expect(await runScript("restore", [archive, "--into", into], settings)).toMatchObject({ code: 0 });
    expect(await readdir(into)).not.toContainEqual(expect.stringMatching(/^\.restore-/));
  },
  patience,
);

describe("restore rejects, with one line and without leaving files,", () => {
  const restore = async (from: string, key = DATA_KEY, into = join(root, "refused")) => {
    const ending = await runScript("restore", [from, "--into", into], {
      DATA_KEY: key,
      DATA_DIR: join(root, "none"),
    });
    return { ...ending, left: await readdir(into) };
  };
  const refused = (line: RegExp) => ({ code: 1, stdout: "", stderr: expect.stringMatching(line), left: [] });
  const changed = async (change: (bytes: Buffer) => Buffer): Promise<string> => {
    const path = join(root, "changed.backup");
    await writeFile(path, change(await readFile(archive)));
    return path;
  };

  test(
    "an archive with one changed bit",
    async () => {
      const path = await changed((bytes) => {
        bytes[bytes.length >> 1]! ^= 1;
        return bytes;
      });
      expect(await restore(path)).toEqual(
        refused(/^The archive was changed or truncated, or belongs to another DATA_KEY\n$/),
      );
    },
    patience,
  );

  test(
    "a truncated archive",
    async () => {
      const path = await changed((bytes) => bytes.subarray(0, bytes.length >> 1));
      expect(await restore(path)).toEqual(
        refused(/^The archive was changed or truncated, or belongs to another DATA_KEY\n$/),
      );
    },
    patience,
  );

  test(
    "an archive that was encrypted with another key",
    async () => {
      expect(await restore(archive, `another ${DATA_KEY}`)).toEqual(
        refused(/^The archive was changed or truncated, or belongs to another DATA_KEY\n$/),
      );
    },
    patience,
  );

  test(
    "a file that is not a backup",
    async () => {
      expect(await restore(await changed(() => Buffer.from("hello")))).toEqual(
        refused(/^This is not a backup of Visaport\n$/),
      );
    },
    patience,
  );

  test(
    "a database outside the data folder",
    async () => {
      const [DATA_DIR, DATABASE_URL] = [join(root, "apart"), `sqlite:${join(root, "db/portal.sqlite")}`];
      const { code, stderr } = await runScript("restore", [archive], { DATA_KEY, DATA_DIR, DATABASE_URL });
      expect([code, stderr]).toEqual([
        1,
        expect.stringMatching(/^Setting DATABASE_URL: is not portal\.sqlite in DATA_DIR, which .*\n$/),
      ]);
      expect(await readdir(DATA_DIR)).toEqual(["keys"]);
    },
    patience,
  );

  test(
    "a folder that is not empty",
    async () => {
      const into = join(root, "full");
      await mkdir(into);
      await writeFile(join(into, "portal.sqlite"), "x");
      expect(await restore(archive, DATA_KEY, into)).toMatchObject({
        code: 1,
        stderr: `The folder ${into} is not empty\n`,
        left: ["portal.sqlite"],
      });
    },
    patience,
  );
});

test(
  "a backup is refused if the key does not decrypt the data, because the backup could not be restored",
  async () => {
    const target = join(root, "wrong.backup");
    const { code, stderr } = await runScript("backup", [target], {
      DATA_KEY: `another ${DATA_KEY}`,
      DATA_DIR: fixture.server.dataDir,
    });
    expect([code, stderr]).toEqual([1, "Setting DATA_KEY: does not decrypt the existing data\n"]);
    expect((await readdir(root)).filter((name) => name.includes("wrong"))).toEqual([]);
  },
  patience,
);

test(
  "a target that cannot be written is refused with one line",
  async () => {
    // Not even root can create a file in /sys.
    const { code, stderr } = await runScript("backup", ["/sys/visaport.backup"], {
      DATA_KEY,
      DATA_DIR: fixture.server.dataDir,
    });
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(
        /^The command did not finish: disk error: E.*\. Run it again once the problem is solved\n$/,
      ),
    ]);
  },
  patience,
);

test(
  "the new version can back up the data of an earlier version before an upgrade",
  async () => {
    const into = join(root, "earlier");
    const here = { DATA_KEY, DATA_DIR: into };
    // Every ext4 file system has a `lost+found` folder, even if it is mounted as the data folder.
    await mkdir(join(into, "lost+found"), { recursive: true });
    expect(await runScript("restore", [archive], here)).toMatchObject({ code: 0, stderr: "" });
    const source = await makeDataSource(join(into, "portal.sqlite"), entities).initialize();
    await source.query("DROP TABLE kept_file");
    await source.destroy();
    const target = join(root, "earlier.backup");
    expect(await runScript("backup", [target], here)).toMatchObject({ code: 0, stderr: "" });
    expect(await runScript("restore", [target, "--check"], here)).toMatchObject({ code: 0, stderr: "" });
  },
  patience,
);

test(
  "a restore stores both generated keys if the backup was made during a rotation",
  async () => {
    const server = await TestServer.start();
    try {
      const keys = join(server.dataDir, "keys");
      await rename(join(keys, "data-key"), join(keys, "data-key-previous"));
      await server.restart();
      const target = join(root, "rotation.backup");
      const here = { DATA_DIR: server.dataDir };
      expect(await runScript("backup", [target], here)).toMatchObject({ code: 0, stderr: "" });
      const into = join(root, "rotation");
      expect(await runScript("restore", [target, "--into", into], here)).toMatchObject({
        code: 0,
        stderr: "",
      });
      for (const name of ["data-key", "data-key-previous"])
        expect(await readFile(join(into, "keys", name))).toEqual(await readFile(join(keys, name)));
    } finally {
      await server.dispose();
    }
  },
  patience,
);
