/**
 * Where journeys run: beside what jest gives to any test there is a browser of the suite's own. Playwright is loaded
 * here, outside the suite, and so once for each worker and not for each suite.
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
