import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import type { Traveller } from "../../../../server/test/kit/personas/traveller";
import { openContext, openPageIn, viewports } from "./browser";
import { enterAs } from "./enterAs";

/** One browser context per person and one for visitors, so that each loads the app only once. */
export class Devices {
  readonly #url: string;
  readonly #openContext: () => Promise<BrowserContext>;
  readonly #contexts = new Map<Traveller | undefined, BrowserContext>();

  constructor(
    browser: Browser,
    url: string,
    viewport: (typeof viewports)["phone"],
    options: BrowserContextOptions = {},
  ) {
    this.#url = url;
    this.#openContext = () => openContext(browser, url, viewport, options);
  }

  /** Opens a page on the person's device, logged in, or on the visitors' device. */
  async openPage(as?: Traveller): Promise<{ page: Page; complaints: string[] }> {
    const known = this.#contexts.get(as);
    if (known) return openPageIn(known, this.#url);
    const context = await this.#openContext();
    this.#contexts.set(as, context);
    const opened = await openPageIn(context, this.#url);
    if (as) await enterAs(opened.page, as);
    return opened;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#contexts.values()].map((context) => context.close()));
    this.#contexts.clear();
  }
}
