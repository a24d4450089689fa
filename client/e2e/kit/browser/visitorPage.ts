import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { openContext, openPageIn, viewports } from "./browser";

/**
 * Visitors' browser contexts per suite, by window size and options. They are closed with the suite's browser.
 */
const devices = new WeakMap<Browser, Map<string, Promise<BrowserContext>>>();

/**
 * Like `openPage`, for a visitor who may have been here before. Pages with the same options share one context
 * per suite, and with it the HTTP cache. Stored data is removed after each page.
 */
export async function openVisitorPage(
  browser: Browser,
  url: string,
  viewport = viewports.phone,
  options: BrowserContextOptions = {},
): Promise<{ page: Page; complaints: string[]; leave: () => Promise<void> }> {
  const ofSuite = devices.get(browser) ?? new Map<string, Promise<BrowserContext>>();
  devices.set(browser, ofSuite);
  const kind = JSON.stringify([viewport, options]);
  const context = ofSuite.get(kind) ?? openContext(browser, url, viewport, options);
  ofSuite.set(kind, context);
  const opened = await openPageIn(await context, url);
  return { ...opened, leave: () => leave(opened.page, url) };
}

async function leave(page: Page, origin: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const storageTypes = "cookies,local_storage,indexeddb";
  await devtools.send("Storage.clearDataForOrigin", { origin, storageTypes });
  await page.close();
}
