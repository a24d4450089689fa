import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { eraseStoredData, takeContext } from "./usedContexts";

/** The window sizes of a mid-range phone and a laptop. */
export const viewports = { phone: { width: 360, height: 740 }, desktop: { width: 1280, height: 800 } };

export const sizes = Object.entries(viewports);

/** Returns the usual window size, or all sizes if `SIZES=both` is set (docs/decisions/0048-what-npm-test-runs.md). */
const walkIn = (usual: keyof typeof viewports) =>
  sizes.filter(([name]) => name === usual || process.env["SIZES"] === "both");
export const travellerSizes = walkIn("phone");
export const staffSizes = walkIn("desktop");

/** Network latency of every page in ms, set to find races (docs/decisions/0048-what-npm-test-runs.md). */
const latency = Number(process.env["LATENCY_MS"] ?? 0);

/**
 * Opens an empty profile. Service workers are blocked unless `options` allow them, because they would respond
 * before a test's route.
 */
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

/** Opens a page in the profile. `complaints` collects logged and uncaught errors, and requests to other origins. */
export async function openPageIn(
  context: BrowserContext,
  url: string,
): Promise<{ page: Page; complaints: string[] }> {
  const page = await context.newPage();
  if (latency > 0) await slowDown(page);
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

/** Simulates a slow mobile network: 200 kB/s down, 100 kB/s up. */
async function slowDown(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send("Network.enable");
  const throughput = { downloadThroughput: 200_000, uploadThroughput: 100_000 };
  await browser.send("Network.emulateNetworkConditions", { offline: false, latency, ...throughput });
}

/**
 * Makes `goto` wait for hydration, because until then a link reloads the page. Waits at most 5 s, in case the app
 * cannot start, and not at all on pages without the app or if a test waits for less than the load event.
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

/** Opens the first page of a profile that is empty, except that it may have an earlier test's HTTP cache. */
export async function openPage(
  ...given: Parameters<typeof openContext>
): Promise<{ page: Page; context: BrowserContext; complaints: string[] }> {
  const [browser, ...kind] = given;
  const [url, , options] = kind;
  const open = () => openContext(...given);
  // A profile with a service worker is not reused, because the worker would outlive its test.
  const isReusable = options?.serviceWorkers !== "allow";
  const context = isReusable ? await takeContext(browser, JSON.stringify(kind), open) : await open();
  const opened = await openPageIn(context, url);
  await eraseStoredData(opened.page, url);
  return { context, ...opened };
}
