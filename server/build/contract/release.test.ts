import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, test } from "@jest/globals";

test("npm run api:release -- --help prints the usage and releases nothing", () => {
  const cwd = mkdtempSync(join(tmpdir(), "visaport-release-"));
  try {
    const program = ["node_modules/tsx/dist/cli.mjs", "server/build/contract/release.ts"].map((path) =>
      resolve(path),
    );
    const { status, stderr } = spawnSync(process.execPath, [...program, "--help"], { cwd, encoding: "utf8" });
    expect([status, stderr]).toEqual([2, "Usage: npm run api:release\n"]);
    expect(readdirSync(cwd)).toEqual([]);
  } finally {
    rmSync(cwd, { recursive: true });
  }
});
