/** Runs operators' commands from the files of the Docker image, which has no sources. */
import { existsSync, readFileSync } from "node:fs";
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { runToEnd } from "../kit/server/runToEnd";

let image: string;
beforeAll(async () => {
  image = await mkdtemp(join(tmpdir(), "visaport-image-"));
  await symlink(join(process.cwd(), "node_modules"), join(image, "node_modules"));
  for (const path of await readCopied())
    if (path !== "node_modules") await cp(path, join(image, path), { recursive: true });
});
afterAll(() => rm(image, { recursive: true }));

/** Returns the paths that the Dockerfile's last stage copies; expects that none is copied to another path. */
async function readCopied(): Promise<string[]> {
  const lastStage = (await readFile("Dockerfile", "utf8")).split(/^FROM /m).at(-1)!;
  return [...lastStage.matchAll(/^COPY (?:--from=build \/app\/)?(\S+) (\S+)$/gm)].map(([, from, to]) => {
    expect([from, `${dirname(from!)}/`, "./"]).toContain(to);
    return from!;
  });
}

const run = (script: string, settings: Record<string, string> = {}, args: readonly string[] = []) =>
  runToEnd(["npm", "run", "--silent", "--prefix", image, script, "--", ...args], {
    DATA_DIR: join(image, "data"),
    ...settings,
  });

const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
/** The npm scripts that run a command, each with the name of its program. */
const commands = Object.entries(scripts).flatMap(([script, line]) => {
  const program = /runCommand\.mjs (\w+)$/.exec(line)?.[1];
  return program ? [[script, program] as const] : [];
});

describe("in the image", () => {
  test("npm run seed loads the catalogue", async () => {
    const { code, stdout } = await run("seed");
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^Loaded \d+ countries\.\n$/)]);
  });

  test("every command's npm script has a program", async () => {
    const programs = await readdir(join(image, "dist/server"));
    expect(programs).toEqual(expect.arrayContaining(commands.map(([, program]) => `${program}.js`)));
  });

  test.each(commands)("npm run %s -- --help prints the usage and exits with 2", async (script) => {
    const { code, stdout, stderr } = await run(script, {}, ["--help"]);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(new RegExp(`^Usage: npm run ${script}( |\n)`));
    expect(stderr).not.toMatch(/^ +at /m);
  });
});

test.each([
  ["staff", "add", "+919876543210", "+919876543211"],
  ["staff", "remove", "+919876543210", "+919876543211"],
  ["staff", "list", "all"],
  ["partners", "list", "all"],
  ["partners", "create", "Acme", "Travels", "desk@acme.example", "+919876543210", "27AAPFU0939F1ZV"],
  ["partners", "end", "first", "second"],
  ["generate:requests", "1", "000"],
  // Properties of every JavaScript object, which must not pass for subcommands.
  ["staff", "constructor"],
  ["partners", "__proto__"],
  ["restore", "--check", "--into", "elsewhere"],
  ["restore", "a.backup", "--check", "--into", "elsewhere"],
  ["restore", "a.backup", "--into", ""],
])("npm run %s -- %s refuses unknown or unused arguments and does nothing", async (script, ...args) => {
  const dataDir = join(image, "untouched");
  expect(await run(script, { DATA_DIR: dataDir }, args)).toEqual({
    code: 2,
    stdout: "",
    stderr: expect.stringMatching(new RegExp(`^Usage: npm run ${script} `)),
  });
  expect(existsSync(dataDir)).toBe(false);
});

test.each([["audit:verify"], ["retention"], ["keys:rotate"]])(
  "npm run %s refuses a folder without a database, and does not create one",
  async (script, ...args) => {
    const dataDir = join(image, "elsewhere");
    expect(await run(script, { DATA_DIR: dataDir }, args)).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(/^Setting DATA_DIR: there is no database in it\n/),
    });
    expect(await readdir(dataDir)).toEqual(["keys"]);
  },
);

test("npm run restore -- --check refuses a folder without a database or its key, and writes nothing", async () => {
  const folder = await mkdtemp(join(image, "unchecked-"));
  const check = async () => {
    const { code, stderr } = await run("restore", { DATA_DIR: folder }, ["--check"]);
    return [code, stderr, await readdir(folder)];
  };
  expect(await check()).toEqual([
    1,
    expect.stringMatching(/^Setting DATA_DIR: there is no database in it\n/),
    [],
  ]);
  await writeFile(join(folder, "portal.sqlite"), "");
  expect(await check()).toEqual([
    1,
    "Setting DATA_KEY: is required, because DATA_DIR has no keys/data-key\n",
    ["portal.sqlite"],
  ]);
});

test("npm run audit:verify names DATABASE_URL if that setting has the wrong path", async () => {
  const { stderr } = await run("audit:verify", { DATABASE_URL: `sqlite:${join(image, "none.sqlite")}` });
  expect(stderr).toMatch(/^Setting DATABASE_URL: there is no such file\n/);
});

test("npm run restore refuses a folder as the archive", async () => {
  const { code, stderr } = await run("restore", {}, [image, "--check"]);
  expect([code, stderr]).toEqual([1, `There is no archive ${image}\n`]);
});

const secret = "a secret of more than thirty-two bytes";
test.each([
  ["the path of a file that is not a database", "sqlite:package.json", "disk error: SQLITE_NOTADB"],
  ["a password with a % that is not encoded", "postgres://u:100%@127.0.0.1:1/x", "invalid use of %. Encode"],
  ["a password with a / that is not encoded", "postgres://u:a/b@127.0.0.1:1/x", "Invalid URL. Encode"],
])("a DATABASE_URL with %s is refused in one line", async (_what, url, reason) => {
  const settings = { DATABASE_URL: url.replace(":package", `:${image}/package`), JWT_SECRET: secret };
  const { code, stderr } = await run("staff", { ...settings, DATA_KEY: secret }, ["list"]);
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(new RegExp(`^Setting DATABASE_URL: ${reason}.*\n$`)),
  ]);
});
