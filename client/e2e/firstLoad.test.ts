import { expect, test } from "@jest/globals";
import { openPage } from "./kit/browser";
import { setStage } from "./kit/stage";

/** What a phone has to fetch before it has the home page (ux §5, check 61). */

const stage = setStage();

test("the home page loads with 15 requests at most, and 155 KiB of script", async () => {
  const { page, context, complaints } = await openPage(stage.browser, stage.server.url);
  await page.goto("/", { waitUntil: "load" });
  const { asked, scriptBytes } = await page.evaluate(() => {
    const [document] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
    const files = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
    const before = files.filter(({ startTime }) => startTime < document!.loadEventStart);
    const scripts = before.filter(({ name }) => name.endsWith(".js"));
    return {
      asked: [document!, ...before].map(({ name }) => new URL(name).pathname),
      scriptBytes: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    };
  });
  expect(asked).toContain("/flags/vn.svg");
  expect(asked.length).toBeLessThanOrEqual(15);
  // Compressed, as it comes.
  expect(scriptBytes).toBeGreaterThan(100 * 1024);
  expect(scriptBytes).toBeLessThanOrEqual(155 * 1024);
  expect(complaints).toEqual([]);
  await context.close();
});
