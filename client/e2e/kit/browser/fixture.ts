import { afterAll, beforeAll } from "@jest/globals";
import { chromium, type Browser } from "playwright-core";
import { RunningServer } from "../../../../server/test/kit/server/runningServer";
import { TestServer } from "../../../../server/test/kit/server/testServer";

export interface Fixture<Server extends RunningServer = RunningServer> {
  server: Server;
  browser: Browser;
}

/** The browser that all journeys of this worker share; what a suite opens in it ends with the suite. */
const shareBrowser = (): Promise<Browser> => {
  const places = JSON.parse(process.env["SHARED_BROWSERS"] ?? "[]") as string[];
  return chromium.connect(places[(Number(process.env["JEST_WORKER_ID"] ?? 1) - 1) % places.length] ?? "");
};

/** The server and the browser of this worker, from the suite's first `beforeAll` on. */
export function provideFixture(): Fixture {
  const fixture: Partial<Fixture> = {};
  beforeAll(async () => {
    fixture.server = RunningServer.shared();
    fixture.browser = await shareBrowser();
  });
  afterAll(() => fixture.browser?.close());
  return fixture as Fixture;
}

/** With a server of the suite's own, for what would disturb others: a stop, a setting, a change to the catalogue. */
export function provideOwnFixture(): Fixture<TestServer> {
  const fixture: Partial<Fixture<TestServer>> = {};
  beforeAll(async () => {
    [fixture.server, fixture.browser] = await Promise.all([TestServer.start(), shareBrowser()]);
  });
  afterAll(async () => {
    await fixture.browser?.close();
    await fixture.server?.dispose();
  });
  return fixture as Fixture<TestServer>;
}
