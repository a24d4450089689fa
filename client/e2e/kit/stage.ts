import { afterAll, beforeAll } from "@jest/globals";
import type { Browser } from "playwright-core";
import { TestServer } from "../../../server/test/kit/testServer";
import { launchBrowser } from "./browser";

export interface Stage {
  server: TestServer;
  browser: Browser;
}

/** A server and a browser of the suite's own, there from its first `beforeAll` on; both end with the suite. */
export function setStage(): Stage {
  const stage: Partial<Stage> = {};
  beforeAll(async () => {
    [stage.server, stage.browser] = await Promise.all([TestServer.start(), launchBrowser()]);
  });
  afterAll(async () => {
    await stage.browser?.close();
    await stage.server?.dispose();
  });
  return stage as Stage;
}
