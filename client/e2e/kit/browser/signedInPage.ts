import type { Browser } from "playwright-core";
import type { Traveller } from "../../../../server/test/kit/personas/traveller";
import { openPage, viewports } from "./browser";
import { enterAs } from "./enterAs";

/** Like `openPage`, with the traveller logged in. */
export async function signedInPage(browser: Browser, traveller: Traveller, viewport = viewports.phone) {
  const opened = await openPage(browser, traveller.server.url, viewport);
  await enterAs(opened.page, traveller);
  return opened;
}
