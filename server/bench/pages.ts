/**
 * `npm run bench:pages`: measures how long a phone waits for a page of the product. The baseline is the same HTML,
 * styles and pictures from memory without scripts, which is the theoretical minimum. See server/bench/README.md.
 */
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { type AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { brotliCompressSync } from "node:zlib";
import type { Browser } from "playwright-core";
import { openContext } from "../../client/e2e/kit/browser/browser";
import { launchBrowser } from "../../client/e2e/kit/browser/launchBrowser";
import { findFreePort, startServer } from "./processes";
import { productServer } from "./product";

const paths = ["/", "/visas", "/visas/vietnam", "/visa/vietnam-30-days-single-entry"];
const repeats = 5;
/** Simulates a phone with a quarter of this machine's speed, on slow 4G (milliseconds, bytes per second). */
const slowdown = 4;
const line = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 };

/**
 * Times in milliseconds since navigation. `answers` is when the hydrated page responds to taps; `requests` and
 * `scriptBytes` count what was loaded before that.
 */
interface Waited {
  firstPaint: number;
  largestPaint: number;
  load: number;
  answers: number;
  requests: number;
  scriptBytes: number;
}

interface KeptFile {
  head: Record<string, string>;
  body: Buffer;
}

const disk = resolve("node_modules/.cache/visaport");
mkdirSync(disk, { recursive: true });
const folder = mkdtempSync(join(disk, "bench-pages-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

async function bench(): Promise<void> {
  const built = spawnSync(process.execPath, ["server/build/build.mjs"], { stdio: "inherit" });
  if (built.status !== 0) throw new Error("The product could not be built");
  const port = await findFreePort();
  const product = await startServer(productServer(join(folder, "data"), port), port);
  const files = await serveWithoutScripts(product.origin);
  const browser = await launchBrowser();
  try {
    const { port: filesPort } = files.address() as AddressInfo;
    const rows: string[] = [];
    for (const path of paths)
      rows.push(await compare(browser, path, product.origin, `http://127.0.0.1:${filesPort}`));
    console.log(`Median of ${repeats}; ratios to the page without scripts, of the same repetition.\n`);
    console.log(
      "| page | first paint | largest paint | load | load in ms | answers taps in ms | requests | script in KiB |",
    );
    console.log(`| --- | --- | --- | --- | --- | --- | --- | --- |\n${rows.join("\n")}`);
  } finally {
    await browser.close();
    files.close();
    await product.stop();
  }
}

/** Returns a row of the table. Each page is opened once as a warm-up. */
async function compare(browser: Browser, path: string, product: string, files: string): Promise<string> {
  const pairs: [Waited, Waited][] = [];
  for (let repeat = 0; repeat <= repeats; repeat++)
    pairs.push([await open(browser, product + path, true), await open(browser, files + path, false)]);
  pairs.shift();
  const ratio = (key: keyof Waited) =>
    medianOf(pairs.map(([own, plain]) => own[key] / plain[key])).toFixed(2);
  const own = (key: keyof Waited) => medianOf(pairs.map(([one]) => one[key]));
  const script = (own("scriptBytes") / 1024).toFixed(1);
  const counts = `${own("load").toFixed(0)} | ${own("answers").toFixed(0)} | ${own("requests")} | ${script}`;
  return `| ${path} | ${ratio("firstPaint")} | ${ratio("largestPaint")} | ${ratio("load")} | ${counts} |`;
}

/** Opens a page in an empty profile, on a slow phone. */
async function open(browser: Browser, url: string, hasScripts: boolean): Promise<Waited> {
  const context = await openContext(browser, url);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", line);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  await page.goto(url, { waitUntil: "load", timeout: 60_000 });
  if (hasScripts) await page.waitForFunction(() => performance.getEntriesByName("page-answers").length > 0);
  const waited = await page.evaluate(async () => {
    // Must not contain named functions, because tsx wraps them in a helper that the page does not have.
    const [paints = [], largest = []] = await Promise.all(
      ["paint", "largest-contentful-paint"].map(
        (type) =>
          new Promise<PerformanceEntry[]>((found) =>
            new PerformanceObserver((list) => found(list.getEntries())).observe({ type, buffered: true }),
          ),
      ),
    );
    const [document] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
    const load = document!.loadEventStart;
    const files = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
    const answers = performance.getEntriesByName("page-answers")[0]?.startTime ?? load;
    const before = files.filter(({ startTime }) => startTime < answers);
    const scripts = before.filter(({ name }) => name.endsWith(".js"));
    return {
      firstPaint: paints.find(({ name }) => name === "first-contentful-paint")!.startTime,
      largestPaint: largest.at(-1)!.startTime,
      load,
      answers,
      requests: before.length + 1,
      scriptBytes: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    };
  });
  await context.close();
  return waited;
}

/** Serves the product's files without scripts, from memory after the first request. */
async function serveWithoutScripts(origin: string): Promise<Server> {
  const kept = new Map<string, Promise<KeptFile>>();
  const make = async (path: string): Promise<KeptFile> => {
    const response = await fetch(origin + path);
    const type = response.headers.get("content-type") ?? "";
    const received = Buffer.from(await response.arrayBuffer());
    const body = type.includes("text/html") ? Buffer.from(withoutScripts(received.toString())) : received;
    // Compresses exactly the files that the product compresses.
    return response.headers.has("content-encoding")
      ? { head: { "content-type": type, "content-encoding": "br" }, body: brotliCompressSync(body) }
      : { head: { "content-type": type }, body };
  };
  const server = createServer((request, response) => {
    const path = request.url ?? "/";
    const answer = kept.get(path) ?? make(path);
    kept.set(path, answer);
    void answer.then(({ head, body }) => response.writeHead(200, head).end(body));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

function withoutScripts(html: string): string {
  return html
    .replaceAll(/<script type="module"[^>]*><\/script>/g, "")
    .replaceAll(/<link rel="modulepreload"[^>]*>/g, "");
}

function medianOf(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1]!;
}

await bench();
