/**
 * Builds what is stale: generated types, the client and the server, in that order. `npm start` and `npm test`
 * call it first; where nothing changed since the last time it is done in a moment.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = new URL("..", import.meta.url);
const stamp = new URL("dist/built.json", root);
const outputs = ["dist/client/index.html", "dist/server/main.js", "client/schemaTypes.generated.ts"];

const steps = [
  ["generating types", "@graphql-codegen/cli/esm/bin.js", ["--config", "codegen.ts", "--silent"]],
  ["building the client", "vite/bin/vite.js", ["build", "--logLevel", "warn"]],
  ["building the server", "vite/bin/vite.js", ["build", "--logLevel", "warn", "--ssr", "server/main.ts"]],
];

export function buildIfStale() {
  const inputs = hashInputs();
  const isBuilt = outputs.every((output) => existsSync(new URL(output, root)));
  if (isBuilt && readStamp() === inputs) return;
  for (const [title, script, args] of steps) {
    console.log(`Visaport: ${title} …`);
    const path = fileURLToPath(new URL(`node_modules/${script}`, root));
    const { status } = spawnSync(process.execPath, [path, ...args], { cwd: root, stdio: "inherit" });
    if (status !== 0) process.exit(status ?? 1);
  }
  mkdirSync(new URL("dist/", root), { recursive: true });
  writeFileSync(stamp, JSON.stringify({ inputs }));
}

function readStamp() {
  return existsSync(stamp) ? JSON.parse(readFileSync(stamp, "utf8")).inputs : undefined;
}

/** By content, so that times, which a clone does not keep, say nothing. Tests and what is generated do not count. */
function hashInputs() {
  const hash = createHash("sha256").update(process.version);
  for (const folder of ["schema", "client", "server", "seed"])
    for (const name of readdirSync(new URL(`${folder}/`, root), { recursive: true }).sort())
      if (isInput(name))
        hash.update(`${folder}/${name}`).update(readFileSync(new URL(`${folder}/${name}`, root)));
  for (const name of ["codegen.ts", "vite.config.ts", "tsconfig.json", "package-lock.json"])
    hash.update(name).update(readFileSync(new URL(name, root)));
  return hash.digest("hex");
}

function isInput(name) {
  return (
    /\.(ts|tsx|cjs|mjs|css|html|svg|woff2|png|graphql)$/.test(name) && !/\.(test|generated)\.tsx?$/.test(name)
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) buildIfStale();
