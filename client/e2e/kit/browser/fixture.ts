import { afterAll, beforeAll } from "@jest/globals";
import type { Browser } from "playwright-core";
import { RunningServer } from "../../../../server/test/kit/server/runningServer";
import { TestServer } from "../../../../server/test/kit/server/testServer";

export interface Fixture<Server extends RunningServer = RunningServer> {
  server: Server;
  browser: Browser;
}

declare global {
  /** The browser of the suite, closed after it (`browserEnvironment.mjs`). */
  var suiteBrowser: Browser;
}

/** Returns this worker's shared server, and the suite's browser. */
export function provideFixture(): Fixture {
  return { server: RunningServer.shared(), browser: suiteBrowser };
}

/** Provides a separate server, for tests that stop it, configure it or change its catalogue. */
export function provideOwnFixture(settings: Record<string, string> = {}): Fixture<TestServer> {
  const fixture: Partial<Fixture<TestServer>> = { browser: suiteBrowser };
  beforeAll(async () => {
    fixture.server = await TestServer.start(settings);
  });
  afterAll(() => fixture.server?.dispose());
  return fixture as Fixture<TestServer>;
}
