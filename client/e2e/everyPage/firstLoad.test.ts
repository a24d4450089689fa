import { expect, test } from "@jest/globals";
import { openPage } from "../kit/browser/browser";
import { provideFixture } from "../kit/browser/fixture";
import { holdApp } from "../kit/browser/holdApp";

/** What a phone has to fetch before it has a public page. */

const fixture = provideFixture();

/**
 * Files that each page asks for until it answers, and in KiB the script among them, gzipped: 88 kB as phones ask for it
 * (brotli), where 100 was promised.
 */
const pages: [string, number, number][] = [
  ["/", 15, 101],
  ["/visas", 15, 101],
  ["/visas/vietnam", 15, 101],
  // At times with the field for the day of travel, which comes right after.
  ["/visa/vietnam-30-days-single-entry", 22, 112],
  ["/about", 15, 101],
  ["/contact", 15, 101],
  ["/privacy", 15, 101],
  ["/terms", 15, 101],
  // It knows what day a visa was saved on, and with days comes a library.
  ["/fav", 15, 106],
];

test.each(pages)(
  "%s loads with %d files beside flags at most, and %d KiB of script",
  async (path, mostRequests, mostScript) => {
    const { page, context, complaints } = await openPage(fixture.browser, fixture.server.url);
    await page.goto(path, { waitUntil: "load" });
    await page.waitForFunction(pageAnswers);
    const { asked, scripts } = await page.evaluate(() => {
      const [document] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
      const [answers] = performance.getEntriesByName("page-answers");
      const files = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
      const before = files.filter(({ startTime }) => startTime < answers!.startTime);
      return {
        asked: [document!, ...before].map(({ name }) => new URL(name).pathname),
        scripts: before.map(({ name }) => name).filter((name) => name.endsWith(".js")),
      };
    });
    const sizes = await Promise.all(scripts.map(zippedBytes));
    const scriptBytes = sizes.reduce((sum, size) => sum + size, 0);
    if (path === "/") expect(asked).toContain("/flags/vn.svg");
    // Flags below the window come as there is time for them.
    const files = asked.filter((path) => !path.startsWith("/flags/"));
    // Told by name, so that a failure says what came too early.
    expect(files.length > mostRequests ? files : []).toEqual([]);
    // React alone is two thirds of it: less would mean that not all was counted.
    expect(scriptBytes).toBeGreaterThan(66 * 1024);
    expect(scriptBytes).toBeLessThanOrEqual(mostScript * 1024);
    expect(complaints).toEqual([]);
    await context.close();
  },
);

test("the page of a visa has its field for the day of travel without the wizard and without Apollo", async () => {
  const { page, context } = await openPage(fixture.browser, fixture.server.url);
  await page.goto("/visa/vietnam-30-days-single-entry");
  await page.getByLabel("Travel date").waitFor();
  const scripts = await page.evaluate(() =>
    performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname),
  );
  expect(scripts.filter((path) => /dayField.*\.js/.test(path))).toHaveLength(1);
  expect(scripts.filter((path) => /apollo|applicant/.test(path))).toEqual([]);
  await context.close();
});

test("what is tapped before the app has come opens with it", async () => {
  const { page, context, complaints } = await openPage(fixture.browser, fixture.server.url);
  const letAppCome = await holdApp(page);
  await page.goto("/about", { waitUntil: "domcontentloaded" });
  expect(await page.evaluate(pageAnswers)).toBe(false);
  await page.getByRole("button", { name: "Login or Signup" }).click();
  letAppCome();
  await page.getByRole("dialog").waitFor();
  // A second tap of ours would have closed it again.
  await page.waitForFunction(pageAnswers);
  expect(await page.getByRole("dialog").count()).toBe(1);
  expect(complaints).toEqual([]);
  await context.close();
});

test("what is typed before the app has come is searched for with it", async () => {
  const { page, context, complaints } = await openPage(fixture.browser, fixture.server.url);
  const letAppCome = await holdApp(page);
  await page.goto("/", { waitUntil: "domcontentloaded" });
  await page.getByRole("combobox").fill("viet");
  letAppCome();
  await page.getByRole("option").first().waitFor();
  expect(await page.getByRole("combobox").inputValue()).toBe("viet");
  expect(complaints).toEqual([]);
  await context.close();
});

const pageAnswers = () => performance.getEntriesByName("page-answers").length > 0;

/** What comes over the wire to a browser that takes gzip alone; brotli is a seventh less. */
async function zippedBytes(url: string): Promise<number> {
  const response = await fetch(url, { method: "HEAD", headers: { "accept-encoding": "gzip" } });
  return Number(response.headers.get("content-length"));
}
