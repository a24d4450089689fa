/**
 * The environment of journeys: extends jest's Node environment with a browser per suite. Playwright is loaded
 * here, outside the suites, and therefore once per worker.
 */
import { TestEnvironment } from "jest-environment-node";
import { tsImport } from "tsx/esm/api";

const { launchBrowser } = await tsImport("./launchBrowser.ts", import.meta.url);

export default class BrowserEnvironment extends TestEnvironment {
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
