/**
 * Keeps each text file of the built client compressed beside itself, as `.br` and `.gz`, so that the server sends it
 * as it lies there: smaller than what could be packed while a phone waits, and packed once.
 */
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";

const folder = new URL("../../dist/client/", import.meta.url);
/** Below this a packed file is as large as the plain one. */
const smallestBytes = 1024;

for (const name of readdirSync(folder, { recursive: true })) {
  if (!/\.(js|mjs|css|svg)$/.test(name)) continue;
  const file = fileURLToPath(new URL(name, folder));
  if (statSync(file).size < smallestBytes) continue;
  const plain = readFileSync(file);
  // At their best level: brotli's is the default.
  writeFileSync(`${file}.br`, brotliCompressSync(plain));
  writeFileSync(`${file}.gz`, gzipSync(plain, { level: 9 }));
}
