import { afterAll, beforeAll } from "@jest/globals";
import type { Browser } from "playwright-core";
import { RunningServer } from "../../../../server/test/kit/server/runningServer";
import { TestServer } from "../../../../server/test/kit/server/testServer";

export interface Fixture<Server extends RunningServer = RunningServer> {
  server: Server;
  browser: Browser;
}

declare global {
  /** The browser of the suite; what is opened in it ends with the suite (`browserEnvironment.mjs`). */
  var suiteBrowser: Browser;
}

/** The server that this worker shares, and the suite's browser. */
export function provideFixture(): Fixture {
  return { server: RunningServer.shared(), browser: suiteBrowser };
}

/** With a server of the suite's own, for what would disturb others: a stop, a setting, a change to the catalogue. */
export function provideOwnFixture(): Fixture<TestServer> {
  const fixture: Partial<Fixture<TestServer>> = { browser: suiteBrowser };
  beforeAll(async () => {
    fixture.server = await TestServer.start();
  });
  afterAll(() => fixture.server?.dispose());
  return fixture as Fixture<TestServer>;
}
