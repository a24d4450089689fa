import { afterEach } from "@jest/globals";
import type { BrowserContext } from "playwright-core";
import { signedInTraveller } from "../../../../server/test/kit/personas/traveller";
import { openPage } from "../browser/browser";
import { enterAs } from "../browser/enterAs";
import { type Fixture, provideFixture } from "../browser/fixture";
import { openWizard } from "./wizard";

interface Entrance {
  visaUrl?: string;
  travelDate?: string;
  viewport?: { width: number; height: number };
  /** The address of a proxy in front of the server. */
  url?: string;
}

/** Signs in a new traveller with an application, without opening it. */
async function enter(
  { browser, server }: Fixture,
  { visaUrl, travelDate, viewport, url = server.url }: Entrance = {},
) {
  const traveller = await signedInTraveller(server).withRequest(visaUrl, travelDate);
  const opened = await openPage(browser, url, viewport);
  await enterAs(opened.page, traveller);
  return { traveller, ...opened };
}

/** Signs in a new traveller with an application, and opens its wizard. */
export async function enterWizard(fixture: Fixture, entrance?: Entrance) {
  const entered = await enter(fixture, entrance);
  await openWizard(entered.page, entered.traveller);
  return entered;
}

/** Provides `enter` and `enterWizard` with a browser profile that is closed after the test. */
export function provideWizard() {
  const fixture = provideFixture();
  let context: BrowserContext | undefined;
  afterEach(() => context?.close());
  const closedLater = async (entering: ReturnType<typeof enter>) => {
    const entered = await entering;
    ({ context } = entered);
    return entered;
  };
  return {
    fixture,
    enter: (entrance?: Entrance) => closedLater(enter(fixture, entrance)),
    enterWizard: (entrance?: Entrance) => closedLater(enterWizard(fixture, entrance)),
  };
}
