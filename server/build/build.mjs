/**
 * Builds everything if an input has changed: generated types first, then the client and the server in parallel. `npm
 * start` and `npm test` begin with this build.
 */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = new URL("../..", import.meta.url);
/** The file with the hash of a complete build's inputs. */
const stamp = new URL("dist/inputs.sha256", root);
const outputs = [
  "dist/client/index.html",
  "dist/client/apolloSandbox/index.html",
  "dist/client/developers/index.html",
  "dist/server/main.js",
  "dist/server/refund.js",
  "dist/server/renderPage.js",
  "dist/server/inspectionProcess.js",
  "dist/server/passportModel.bin",
  "client/schemaTypes.generated.ts",
];

const vite = "node_modules/vite/bin/vite.js";

export async function buildIfStale() {
  const inputs = hashInputs();
  const isBuilt = outputs.every((output) => existsSync(new URL(output, root)));
  if (isBuilt && existsSync(stamp) && readFileSync(stamp, "utf8") === inputs) return;
  // If this build is interrupted, its outputs must not count as built from the previous inputs.
  rmSync(stamp, { force: true });
  await run("generating types", "node_modules/@graphql-codegen/cli/esm/bin.js", [
    "--config",
    "codegen.ts",
    "--silent",
  ]);
  await Promise.all([
    buildClient(),
    run("building the server", vite, ["build", "--logLevel", "warn", "--ssr"]),
  ]);
  await run("starting the server once, to store its compiled code", "server/build/keepCode.mjs", []);
  writeFileSync(stamp, inputs);
}

async function buildClient() {
  await run("building the client", vite, ["build", "--logLevel", "warn"]);
  await run("building the pages for developers", vite, [
    "build",
    "--logLevel",
    "warn",
    "--mode",
    "developers",
  ]);
  await Promise.all([
    run("writing the pages for developers", "server/build/developerPages.mjs", []),
    run("compressing the client", "server/build/compressClient.mjs", []),
    run("drawing the pictures of link previews", "server/build/drawSharePictures.mjs", []),
  ]);
}

/** Ends this process if the step fails. */
async function run(title, script, args) {
  console.log(`Visaport: ${title} …`);
  const path = fileURLToPath(new URL(script, root));
  // Ignores the caller's NODE_ENV, because tests have another one and must not leave a development build of React.
  const env = { ...process.env, NODE_ENV: "production" };
  const [status] = await once(
    spawn(process.execPath, [path, ...args], { cwd: root, stdio: "inherit", env }),
    "exit",
  );
  if (status !== 0) process.exit(status ?? 1);
}

/** Hashes contents, because clones do not preserve modification times. Ignores tests and generated files. */
function hashInputs() {
  const hash = createHash("sha256").update(process.version);
  for (const folder of ["docs/api", "schema", "client", "server", "seed"])
    for (const name of readdirSync(new URL(`${folder}/`, root), { recursive: true }).sort())
      if (isInput(name))
        hash.update(`${folder}/${name}`).update(readFileSync(new URL(`${folder}/${name}`, root)));
  for (const name of ["codegen.ts", "vite.config.ts", "tsconfig.json", "package-lock.json"])
    hash.update(name).update(readFileSync(new URL(name, root)));
  return hash.digest("hex");
}

function isInput(name) {
  return (
    /\.(ts|tsx|cjs|mjs|js|json|webmanifest|css|html|svg|woff2|png|graphql|md|bin)$/.test(name) &&
    !/\.(test|generated)\.tsx?$/.test(name) &&
    // Code in these folders is not built; only the types of its operations are generated.
    !/^(test|e2e)\/.*\.(ts|mjs)$/.test(name) &&
    !/^(showcase|bench)\//.test(name)
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildIfStale();
