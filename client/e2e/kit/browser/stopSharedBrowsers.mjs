import { stopSharedServers } from "../../../../server/test/kit/server/sharedServers.mjs";

export default async function stopSharedBrowsers() {
  await Promise.all((globalThis.sharedBrowsers ?? []).map((browser) => browser.close()));
  await stopSharedServers();
}
