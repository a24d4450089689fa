/**
 * Starts the built server on a temporary folder, loads a page and sends a query. Stores the code that V8 compiled for
 * these requests next to the bundle's files (codeCache.cjs).
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findFreePort } from "./findFreePort.mjs";

const require = createRequire(import.meta.url);
const startWithinMs = 60_000;

const dataDir = mkdtempSync(join(tmpdir(), "visaport-build-"));
const port = await findFreePort();
// Shields the server from the caller's settings. With NODE_ENV=test, it does not read .env either.
const { PATH = "", HOME = "" } = process.env;
process.env = { PATH, HOME, NODE_ENV: "test", DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: "error" };
console.log = () => undefined;

process.on("exit", (code) => {
  rmSync(dataDir, { recursive: true, force: true });
  if (code !== 0) return;
  for (const [filename, script] of require("../../dist/server/codeCache.js").scripts)
    writeFileSync(`${filename}.code`, script.createCachedData());
});

require("../../dist/server/main.js");

const url = `http://127.0.0.1:${port}`;
const giveUp = setTimeout(() => {
  console.error("The built server does not start");
  process.exit(1);
}, startWithinMs);
while (!(await isReady())) await new Promise((resolve) => setTimeout(resolve, 20));
clearTimeout(giveUp);

await fetch(url);
await fetch(`${url}/graphql`, {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ query: "{ countries { countryId } }" }),
});
process.kill(process.pid, "SIGTERM");

async function isReady() {
  try {
    return (await fetch(`${url}/readyz`)).ok;
  } catch {
    return false;
  }
}
