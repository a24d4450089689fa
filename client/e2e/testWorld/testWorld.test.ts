import { expect, test } from "@jest/globals";
import type { Page } from "playwright-core";
import { makeSmallFiles } from "../../../server/test/kit/personas/applicantFiles";
import { createTestPartner, testWorldOf } from "../../../server/test/kit/personas/testWorld";
import {
  newPhoneNumber,
  signedInTraveller,
  signIn,
  toStory,
} from "../../../server/test/kit/personas/traveller";
import { addApplicant } from "../../../server/test/kit/stories/applicants";
import { poll } from "../../../server/test/kit/poll";
import { openPage } from "../kit/browser/browser";
import { provideOwnFixture } from "../kit/browser/fixture";
import { signedInPage } from "../kit/browser/signedInPage";
import { fillToDetails, restoredNotice } from "../kit/stories/draft";
import { draftNames } from "../kit/stories/draftRecords";
import { openWizard } from "../kit/stories/wizard";
import { timelyDay } from "../kit/stories/travelDate";

/** The pages below `/test`, which use sessions and calls of the test world. */

const newTestNumber = () => newPhoneNumber().replace(/^\+91\d{5}/, "+9199999");
const fixture = provideOwnFixture({ TEST_MODE: "on" });

test("a traveller signs in and pays in the test world, and is not signed in to the live world", async () => {
  const world = testWorldOf(fixture.server);
  const phoneNumber = newTestNumber();
  const traveller = await toStory(await signIn(world, phoneNumber)).withRequest(
    "testland-30-days-test-visa",
    timelyDay(),
  );
  await addApplicant(traveller, await makeSmallFiles());
  const { visaRequestId } = traveller.request;
  const { page, context, complaints } = await openPage(fixture.browser, fixture.server.url);
  try {
    const calls: string[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/graphql")) calls.push(new URL(request.url()).pathname);
    });
    await page.goto(`/test/visaapplicants/${visaRequestId}`);
    const dialog = page.getByRole("dialog", { name: "Login or Signup" });
    await dialog.getByLabel("Mobile number").fill(phoneNumber);
    await page.keyboard.press("Enter");
    await dialog.getByText("The code is 000000").waitFor();
    await dialog.getByLabel("OTP").fill("000000");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Make Payment" }).click();
    await page.frameLocator("iframe").getByRole("button", { name: "Pay (success)" }).click();
    await page.waitForURL(`**/test/application/${visaRequestId}`);
    await page.getByText("Congratulations, Application successfully submitted.").waitFor();
    expect((await traveller.readRequest()).paymentStatus).toBe("PAID");
    expect(new Set(calls)).toEqual(new Set(["/test/graphql"]));

    await page.goto("/about");
    await page.getByRole("button", { name: "Login or Signup" }).waitFor();
    expect(complaints).toEqual([]);
  } finally {
    await context.close();
  }
});

/** Signs a new traveller in to the test world, on a page of the live world. */
async function signInToTestWorld(page: Page): Promise<void> {
  const { userId, token } = await signIn(testWorldOf(fixture.server), newTestNumber());
  await page.evaluate(
    (session) => {
      for (const [key, value] of Object.entries(session)) localStorage.setItem(`test-${key}`, value);
    },
    { userId, userToken: token, mobile: "", email: "" },
  );
}

test("a visit to the test world leaves the drafts of the live world on the device", async () => {
  const live = await signedInTraveller(fixture.server).withRequest();
  const { page, context } = await signedInPage(fixture.browser, live);
  try {
    await openWizard(page, live);
    await fillToDetails(page);
    const stored = await draftNames(page);
    await signInToTestWorld(page);
    await page.goto("/test/visa/applications");
    await page.getByText("No Applications").waitFor();
    await openWizard(page, live);
    await restoredNotice(page).waitFor();
    expect((await draftNames(page)).sort()).toEqual(stored.sort());
  } finally {
    await context.close();
  }
});

test("a logout in the test world asks about the drafts of the live world, and erases them too", async () => {
  const live = await signedInTraveller(fixture.server).withRequest();
  const { page, context } = await signedInPage(fixture.browser, live);
  try {
    await openWizard(page, live);
    await fillToDetails(page);
    await signInToTestWorld(page);
    await page.goto("/test/logout");
    await page.getByRole("button", { name: "Delete it and log out" }).click();
    await page.getByText("None of your data is kept on this device.").waitFor();
    await poll(async () => expect(await draftNames(page)).toEqual([]));
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
  } finally {
    await context.close();
  }
});

test("a visitor who asks for a country in the test world is counted there", async () => {
  const { page, context } = await openPage(fixture.browser, fixture.server.url);
  try {
    const sent = page.waitForRequest((request) => request.postData()?.includes("wishForCountry") ?? false);
    await page.goto("/test/visas?q=Thailand");
    await page.getByRole("button", { name: "I want a visa for Thailand" }).click();
    expect(new URL((await sent).url()).pathname).toBe("/test/graphql");
    await page.getByText("Thank you. We have counted your request for Thailand.").waitFor();
  } finally {
    await context.close();
  }
});

test("a test key makes Apollo Sandbox call the test world", async () => {
  const { secret } = await createTestPartner(await signIn(fixture.server), testWorldOf(fixture.server));
  const { page, context } = await openPage(fixture.browser, fixture.server.url);
  try {
    await context.route("https://sandbox.embed.apollographql.com/**", (route) =>
      route.fulfill({ contentType: "text/html", body: "<!doctype html><title>Apollo Sandbox</title>" }),
    );
    await page.goto("/graphql");
    const endpoint = async () => {
      const address = await page.locator('iframe[title="Apollo Sandbox"]').getAttribute("src");
      return new URL(address!).searchParams.get("endpoint");
    };
    expect(await endpoint()).toBe(`${fixture.server.url}/graphql`);
    await page.getByLabel("Access token").fill(secret);
    expect(await endpoint()).toBe(`${fixture.server.url}/test/graphql`);
    await page.getByLabel("Access token").fill("");
    expect(await endpoint()).toBe(`${fixture.server.url}/graphql`);
  } finally {
    await context.close();
  }
});
