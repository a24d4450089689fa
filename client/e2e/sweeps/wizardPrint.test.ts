import { afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import type { BrowserContext, Page } from "playwright-core";
import { signedInTraveller } from "../../../server/test/kit/personas/traveller";
import { poll } from "../../../server/test/kit/poll";
import { makePortrait } from "../../../server/test/photo/drawPortrait";
import { sizes } from "../kit/browser/browser";
import { provideFixture } from "../kit/browser/fixture";
import { signedInPage } from "../kit/browser/signedInPage";
import { findSidewaysScroll } from "../kit/page/checkPage";
import { takePicture } from "../kit/page/takePicture";
import { continueToDetails, passportPicture, untilPassport } from "../kit/stories/passportStep";
import { timelyDay } from "../kit/stories/travelDate";
import { button, choose, fillDetails, type ChosenFile } from "../kit/stories/wizard";

/** "Who is travelling?" and each step of the wizard on paper, without controls. */

const fixture = provideFixture();
let photo: ChosenFile;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  const { jpeg } = await makePortrait(3, {});
  photo = { name: "me.jpg", mimeType: "image/jpeg", buffer: jpeg };
});
afterEach(() => context.close());

const visibleControls = () =>
  page
    .locator("main :is(button, input[type=file])")
    .evaluateAll((all) =>
      all
        .filter((one) => one.checkVisibility())
        .map((one) => one.textContent || one.getAttribute("aria-label")),
    );

describe.each(sizes)("on a %s", (size, viewport) => {
  const look = async (name: string, texts: string[]) => {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ media: "screen", colorScheme });
      await takePicture(page, `${name}-${size}-${colorScheme}`);
    }
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    await poll(async () => expect([name, await visibleControls()]).toEqual([name, []]));
    for (const text of texts) expect(await page.getByText(text).first().isVisible()).toBe(true);
    expect(await findSidewaysScroll(page)).toEqual([]);
    await takePicture(page, `${name}-${size}-print`);
    await page.emulateMedia({ media: "screen", colorScheme: "light" });
  };

  test("each step is printed without its controls", async () => {
    const traveller = await signedInTraveller(fixture.server).withRequest(undefined, timelyDay());
    ({ page, context } = await signedInPage(fixture.browser, traveller, viewport));
    await page.goto(`/visarequest/${traveller.request.visaRequestId}?step=travellers`);
    await page.getByRole("region", { name: "Price" }).waitFor();
    await button(page, "One more infant").click();
    await page.getByText(/^1 infant × /).waitFor();
    await look("who", ["Who is travelling?", "1 infant × "]);
    await button(page, "One infant fewer").click();
    await button(page, "Continue").click();

    await page.getByRole("heading", { name: "Upload a photo" }).waitFor();
    await look("photo-empty", ["Upload a photo"]);
    await choose(page, "Passport-size photo", photo);
    await page.locator("[data-photo=checked]").waitFor();
    await look("photo-checked", ["Upload a photo"]);
    await button(page, "Continue").click();

    await page.getByRole("heading", { name: "Upload the passport" }).waitFor();
    await look("passport-empty", ["Upload the passport"]);
    await choose(page, "Passport front page", passportPicture("fair", 1));
    await untilPassport(page, "read");
    await look("passport-read", ["Your details were read from the passport."]);
    await continueToDetails(page);
    await look("details-read", ["Read from your passport. Please check."]);
    await fillDetails(page);
    await button(page, "Preview").click();
    await page.getByRole("heading", { name: "Check before you send" }).waitFor();
    await look("preview", ["Travel date"]);
  });
});
