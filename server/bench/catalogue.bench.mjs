/**
 * `npm run bench`: how near the public catalogue comes to a bare `node:http` server that sends the same bytes.
 * Servers and load share the machine, so only the ratios of one run count.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import autocannon from "autocannon";
import { buildIfStale } from "../build/build.mjs";

const port = 4790;
const origin = `http://127.0.0.1:${port}`;
const countryPage = `query Country($url: String!) { country(countryUrl: $url) {
  name visas { visaId visaName visaUrl visaType processingTime stayPeriod validity entry adultPrice }
  visaDocuments { visaType documentName } visaTerms { termsandConditions } visaFAQs { question answer } } }`;
const cases = [
  { title: "REST getbycountry", path: "/api/visa/getbycountry?countryurl=bahrain" },
  {
    title: "GraphQL country page",
    path: "/graphql",
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ query: countryPage, variables: { url: "bahrain" } }),
  },
];

await buildIfStale();
const dataDir = mkdtempSync(join(tmpdir(), "visaport-bench-"));
const server = spawn(process.execPath, ["dist/server/main.js"], {
  env: { PATH: process.env.PATH, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: "warn" },
  stdio: ["ignore", "pipe", "inherit"],
});
try {
  await once(server.stdout, "data");
  for (const { title, path, ...request } of cases) {
    const bytes = Buffer.from(await (await fetch(origin + path, request)).arrayBuffer());
    const bare = createServer((_request, response) => response.end(bytes)).listen(0, "127.0.0.1");
    await once(bare, "listening");
    const ours = await measure({ url: origin + path, ...request });
    const raw = await measure({ url: `http://127.0.0.1:${bare.address().port}`, ...request });
    bare.close();
    const ratio = (ours / raw).toFixed(3);
    console.log(
      `${title}: ${bytes.length} bytes, ${ratio} of node:http (${Math.round(ours)}/s to ${Math.round(raw)}/s)`,
    );
  }
} finally {
  server.kill();
  await once(server, "exit");
  rmSync(dataDir, { recursive: true, force: true });
}

/** Answers a second, over five seconds with 64 connections; one second to warm up. */
async function measure(options) {
  await autocannon({ ...options, connections: 64, duration: 1 });
  const { requests, non2xx, errors } = await autocannon({ ...options, connections: 64, duration: 5 });
  if (non2xx || errors) throw new Error(`${options.url}: ${non2xx} bad answers, ${errors} errors`);
  return requests.average;
}
