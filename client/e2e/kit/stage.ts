import { afterAll, beforeAll } from "@jest/globals";
import { chromium, type Browser } from "playwright-core";
import { RunningServer } from "../../../server/test/kit/runningServer";
import { TestServer } from "../../../server/test/kit/testServer";

export interface Stage<Server extends RunningServer = RunningServer> {
  server: Server;
  browser: Browser;
}

/** The browser that all journeys of this worker share; what a suite opens in it ends with the suite. */
const shareBrowser = (): Promise<Browser> => {
  const places = JSON.parse(process.env["SHARED_BROWSERS"] ?? "[]") as string[];
  return chromium.connect(places[(Number(process.env["JEST_WORKER_ID"] ?? 1) - 1) % places.length] ?? "");
};

/** The server and the browser of this worker, from the suite's first `beforeAll` on. */
export function setStage(): Stage {
  const stage: Partial<Stage> = {};
  beforeAll(async () => {
    stage.server = RunningServer.shared();
    stage.browser = await shareBrowser();
  });
  afterAll(() => stage.browser?.close());
  return stage as Stage;
}

/** With a server of the suite's own, for what would disturb others: a stop, a setting, a change to the catalogue. */
export function setOwnStage(): Stage<TestServer> {
  const stage: Partial<Stage<TestServer>> = {};
  beforeAll(async () => {
    [stage.server, stage.browser] = await Promise.all([TestServer.start(), shareBrowser()]);
  });
  afterAll(async () => {
    await stage.browser?.close();
    await stage.server?.dispose();
  });
  return stage as Stage<TestServer>;
}
