/** Before all journeys: what the scenarios need too, and a browser for each worker of jest. */
import { tsImport } from "tsx/esm/api";
import startSharedServers from "../../../../server/test/kit/server/sharedServers.mjs";

export default async function startSharedBrowsers(options) {
  await startSharedServers(options);
  const { launchBrowserServer } = await tsImport("./browser.ts", import.meta.url);
  globalThis.sharedBrowsers = await Promise.all(
    Array.from({ length: options.maxWorkers }, launchBrowserServer),
  );
  process.env.SHARED_BROWSERS = JSON.stringify(
    globalThis.sharedBrowsers.map((browser) => browser.wsEndpoint()),
  );
}
