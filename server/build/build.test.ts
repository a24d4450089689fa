import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";

/** Runs the real build in a temporary tree, whose fake Vite copies one source file to all outputs. */

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "visaport-build-"));
  const build = readFileSync("server/build/build.mjs", "utf8");
  const outputs = build.match(/(?<=")(dist\/(client|server)\/|client\/schema)[\w./]+(?=",)/g)!;
  write("server/build/build.mjs", build);
  write("server/version.ts", "first");
  for (const name of ["client/a.ts", "docs/api/a.md", "schema/a.graphql", "seed/a.json"]) write(name, "");
  for (const name of ["codegen.ts", "vite.config.ts", "tsconfig.json", "package-lock.json"]) write(name, "");
  for (const name of ["developerPages", "compressClient", "drawSharePictures", "keepCode"])
    write(`server/build/${name}.mjs`, "");
  write("node_modules/@graphql-codegen/cli/esm/bin.js", "");
  write(
    "node_modules/vite/bin/vite.js",
    `
    const { mkdirSync, readFileSync, writeFileSync } = require("node:fs");
    const version = readFileSync("server/version.ts", "utf8");
    for (const output of ${JSON.stringify(outputs)}) {
      mkdirSync(require("node:path").dirname(output), { recursive: true });
      writeFileSync(output, version);
    }
    if (version === "broken") process.exit(1);`,
  );
});
afterEach(() => rmSync(root, { recursive: true }));

function write(name: string, text: string): void {
  mkdirSync(dirname(join(root, name)), { recursive: true });
  writeFileSync(join(root, name), text);
}

/** Builds; returns the exit code and the version in the output. */
function build(): [number | null, string] {
  const { status } = spawnSync(process.execPath, ["server/build/build.mjs"], { cwd: root });
  return [status, readFileSync(join(root, "dist/server/main.js"), "utf8")];
}

test("an unchanged tree is not built again unless the stored hash is damaged", () => {
  build();
  write("dist/server/main.js", "as it is");
  expect(build()).toEqual([0, "as it is"]);
  write("dist/inputs.sha256", "");
  expect(build()).toEqual([0, "first"]);
});

test("after a failed build, a tree that is reverted to the previous version is built again", () => {
  build();
  write("server/version.ts", "broken");
  expect(build()).toEqual([1, "broken"]);
  write("server/version.ts", "first");
  expect(build()).toEqual([0, "first"]);
});
