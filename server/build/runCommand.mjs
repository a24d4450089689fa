/**
 * Runs `dist/server/<name>.js` for `npm run staff` and the other commands of operators. Builds only if the file does
 * not exist, because a new build removes files that a running server loads later. The Docker image has no sources.
 */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const command = new URL(`../../dist/server/${process.argv[2]}.js`, import.meta.url);
if (!existsSync(command)) {
  const { buildIfStale } = await import("./build.mjs");
  await buildIfStale();
}
// Removes this file from the arguments, so that the command sees its own.
process.argv.splice(1, 2, fileURLToPath(command));
await import(command.href);
