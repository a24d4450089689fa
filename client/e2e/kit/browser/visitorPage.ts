import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { openContext, openPageIn, viewports } from "./browser";

/** A suite's devices of visitors, by the size of the window and the other options. They end with the suite's browser. */
const devices = new WeakMap<Browser, Map<string, Promise<BrowserContext>>>();

/**
 * A page for a visitor who may have been here before: of all pages on such a device in a suite it keeps what it
 * loaded, and what one of them stored is gone when it is left. As `openPage` else.
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
