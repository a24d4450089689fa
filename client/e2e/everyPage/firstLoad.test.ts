import { expect, test } from "@jest/globals";
import { openPage } from "../kit/browser";
import { setStage } from "../kit/stage";

/** What a phone has to fetch before it has a public page. */

const stage = setStage();

/** Requests that each page makes; flags at the top of a list are many. */
const pages: [string, number][] = [
  ["/", 15],
  ["/visas", 25],
  ["/visas/vietnam", 15],
  ["/visa/vietnam-30-days-single-entry", 15],
  ["/about", 15],
  ["/contact", 15],
  ["/privacy", 15],
  ["/fav", 15],
];

test.each(pages)("%s loads with %d requests at most, and 155 KiB of script", async (path, mostRequests) => {
  const { page, context, complaints } = await openPage(stage.browser, stage.server.url);
  await page.goto(path, { waitUntil: "load" });
  const { asked, scripts } = await page.evaluate(() => {
    const [document] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
    const files = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
    const before = files.filter(({ startTime }) => startTime < document!.loadEventStart);
    return {
      asked: [document!, ...before].map(({ name }) => new URL(name).pathname),
      scripts: before.map(({ name }) => name).filter((name) => name.endsWith(".js")),
    };
  });
  const sizes = await Promise.all(scripts.map(zippedBytes));
  const scriptBytes = sizes.reduce((sum, size) => sum + size, 0);
  if (path === "/") expect(asked).toContain("/flags/vn.svg");
  expect(asked.length).toBeLessThanOrEqual(mostRequests);
  expect(scriptBytes).toBeGreaterThan(100 * 1024);
  expect(scriptBytes).toBeLessThanOrEqual(155 * 1024);
  expect(complaints).toEqual([]);
  await context.close();
});

/** What comes over the wire to a browser that takes gzip alone; brotli is a seventh less. */
async function zippedBytes(url: string): Promise<number> {
  const response = await fetch(url, { method: "HEAD", headers: { "accept-encoding": "gzip" } });
  return Number(response.headers.get("content-length"));
}
