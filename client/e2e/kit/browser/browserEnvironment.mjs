/** Adds a browser per suite to the server environment. Loads Playwright only once per worker. */
import { tsImport } from "tsx/esm/api";
import ServerEnvironment from "../../../../server/test/kit/server/serverEnvironment.mjs";

const { launchBrowser } = await tsImport("./launchBrowser.ts", import.meta.url);

export default class BrowserEnvironment extends ServerEnvironment {
  #browser;

  async setup() {
    await super.setup();
    this.#browser = await launchBrowser();
    this.global.suiteBrowser = this.#browser;
  }

  async teardown() {
    await this.#browser?.close();
    await super.teardown();
  }
}
