/**
 * `npm run staff` and the other commands of operators: runs `dist/server/<name>.js`. Builds only if it does not exist,
 * because a new build removes the files that a running server loads later. The Docker image has a build but no sources.
 */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const command = new URL(`../../dist/server/${process.argv[2]}.js`, import.meta.url);
if (!existsSync(command)) {
  const { buildIfStale } = await import("./build.mjs");
  await buildIfStale();
}
// The command sees the arguments as if it had been called directly.
process.argv.splice(1, 2, fileURLToPath(command));
await import(command.href);
