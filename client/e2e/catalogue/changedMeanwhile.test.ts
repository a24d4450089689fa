import { afterEach, beforeAll, expect, test } from "@jest/globals";
import type { BrowserContext, Page } from "playwright-core";
import { changeVisa, readVisa } from "../../../server/test/kit/stories/catalogueAdmin";
import { signInStaff } from "../../../server/test/kit/personas/staff";
import { signedInTraveller, type Traveller } from "../../../server/test/kit/personas/traveller";
import { provideOwnFixture } from "../kit/browser/fixture";
import { signedInPage } from "../kit/browser/signedInPage";
import { findMisfits } from "../kit/page/findMisfits";
import { applyFor } from "../kit/stories/travelDate";

/** Staff change a visa while a traveller has its page open, or an application for it. */

const fixture = provideOwnFixture();
const visaUrl = "vietnam-30-days-single-entry";
let staff: Traveller;
let context: BrowserContext;
beforeAll(async () => {
  staff = await signInStaff(fixture.server);
});
afterEach(() => context.close());

async function openVisa(traveller: Traveller): Promise<Page> {
  const opened = await signedInPage(fixture.browser, traveller);
  ({ context } = opened);
  await opened.page.goto(`/visa/${visaUrl}`);
  return opened.page;
}
const change = async (changes: Record<string, unknown>) =>
  changeVisa(staff, await readVisa(staff, "vietnam", visaUrl), changes);

test("an application that can be continued is offered at its own price if the visa's price has changed", async () => {
  const traveller = await signedInTraveller(fixture.server).withRequest(visaUrl);
  const { totalPrice } = traveller.request;
  await change({ adultPrice: 2500 });
  const page = await openVisa(traveller);
  await applyFor(page);
  const dialog = page.getByRole("dialog", { name: "You already started an application for this visa" });
  await dialog.getByText(`INR ${totalPrice}/- in all, per adult. A new one costs INR 2999/-.`).waitFor();
  expect(await findMisfits(page)).toEqual([]);
});

test("Apply Now reports that the visa was unpublished after its page was opened", async () => {
  const page = await openVisa(await signedInTraveller(fixture.server));
  await change({ isActive: false });
  await applyFor(page);
  await page.getByText("We no longer offer this visa. Please choose another one.").first().waitFor();
});
