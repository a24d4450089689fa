/**
 * Compresses the scripts, styles and SVG pictures of the built client to `.br` and `.gz` files next to them, which the
 * server sends unchanged. During a request, this level of compression would take too long.
 */
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";

const folder = new URL("../../dist/client/", import.meta.url);
/** Smaller files gain nothing from compression. */
const smallestBytes = 1024;

for (const name of readdirSync(folder, { recursive: true })) {
  if (!/\.(js|mjs|css|svg)$/.test(name)) continue;
  const file = fileURLToPath(new URL(name, folder));
  if (statSync(file).size < smallestBytes) continue;
  const plain = readFileSync(file);
  // Both files are compressed at the highest level, which is brotli's default.
  writeFileSync(`${file}.br`, brotliCompressSync(plain));
  writeFileSync(`${file}.gz`, gzipSync(plain, { level: 9 }));
}
