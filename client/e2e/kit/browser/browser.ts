import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";

/** A mid-range phone and a laptop. */
export const viewports = { phone: { width: 360, height: 740 }, desktop: { width: 1280, height: 800 } };

/** An empty profile. Without a service worker, which would answer before a route of the test does, unless `options` allow it. */
export const openContext = (
  browser: Browser,
  url: string,
  viewport = viewports.phone,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> =>
  browser.newContext({
    baseURL: url,
    viewport,
    locale: "en-IN",
    timezoneId: "Asia/Kolkata",
    serviceWorkers: "block",
    ...options,
  });

/** A page of that profile; what it logs as an error, or asks of another origin than its own, is in `complaints`. */
export async function openPageIn(
  context: BrowserContext,
  url: string,
): Promise<{ page: Page; complaints: string[] }> {
  const page = await context.newPage();
  page.setDefaultTimeout(40_000);
  waitForTheApp(page);
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("request", (request) => {
    const { origin } = new URL(request.url());
    if (origin !== new URL(url).origin && origin !== "null") complaints.push(`asked ${origin}`);
  });
  return { page, complaints };
}

/**
 * `goto` comes back when React has taken the page over: before that a link is one of the browser's own, which loads a
 * page anew. Not where a test waits for less than the load, and for a page without the app no longer than a while.
 */
function waitForTheApp(page: Page): void {
  const goto = page.goto.bind(page);
  page.goto = async (url, options) => {
    const response = await goto(url, options);
    if (/commit|domcontentloaded/.test(options?.waitUntil ?? "")) return response;
    const answers = () =>
      !document.getElementById("page-data") || performance.getEntriesByName("page-answers").length > 0;
    await page.waitForFunction(answers, undefined, { timeout: 5_000 }).catch(() => undefined);
    return response;
  };
}

/** Both at once, for a page that needs no other beside it. */
export async function openPage(
  ...given: Parameters<typeof openContext>
): Promise<{ page: Page; context: BrowserContext; complaints: string[] }> {
  const context = await openContext(...given);
  return { context, ...(await openPageIn(context, given[1])) };
}
