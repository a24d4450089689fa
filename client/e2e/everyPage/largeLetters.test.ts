import { expect, test } from "@jest/globals";
import { viewports } from "../kit/browser/browser";
import { findMisfits } from "../kit/page/findMisfits";
import { provideScreens } from "../kit/screens/lookAtScreens";

const { lookAtAll } = provideScreens();

test("no screen scrolls sideways or cuts a text on a phone set to letters of double size", async () => {
  const browser = await launchBrowser(32);
  try {
    expect(await lookAtAll(viewports.phone, true, findMisfits, browser)).toEqual({});
  } finally {
    await browser.close();
  }
}, 600_000);
