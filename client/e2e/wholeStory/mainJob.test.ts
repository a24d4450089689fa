import { applyFor } from "../kit/stories/travelDate";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { makePhoneJpeg, makePng } from "../../../server/test/kit/files/makeImage";
import { makePdf } from "../../../server/test/kit/files/makePdf";
import { openPage } from "../kit/browser/browser";
import { poll } from "../../../server/test/kit/poll";
import { button } from "../kit/stories/wizard";
import { provideOwnFixture } from "../kit/browser/fixture";

/** The main journey on a phone: find a visa, apply, pay, and see the submitted application. */

const phoneNumber = "+919876543210";
const megabyte = 1024 * 1024;

const fixture = provideOwnFixture();
let folder: string;
const file = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "visaport-files-"));
  const photo = await makePhoneJpeg({ width: 3000, height: 4000, targetBytes: 4 * megabyte });
  await Promise.all([
    writeFile(file("me.jpg"), photo),
    writeFile(file("front.jpg"), await makePhoneJpeg({ width: 1500, height: 1060 })),
    writeFile(file("back.png"), await makePng({ width: 1200, height: 850 })),
    writeFile(file("ticket.pdf"), makePdf({ pages: 1, text: "ticket" })),
    writeFile(file("hotel.pdf"), makePdf({ pages: 2, text: "hotel" })),
  ]);
  expect(photo.length).toBeGreaterThan(3.5 * megabyte);
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

test("a traveller finds a visa, applies for two people, pays, and sees the submitted application", async () => {
  const { page, complaints } = await openPage(fixture.browser, fixture.server.url);

  await searchForEmirates(page);
  const [visaName = ""] = (await page.getByRole("heading", { level: 1 }).innerText()).split("\n");
  await applyFor(page);
  await signIn(page);
  await page.waitForURL(/\/visarequest\/[0-9a-f-]{36}/);
  await page.getByRole("heading", { level: 1, name: "Who is travelling?" }).waitFor();
  await button(page, "Continue").click();
  await page.getByRole("heading", { level: 1, name: `Application for ${visaName}` }).waitFor();
  const visaRequestId = /visarequest\/([0-9a-f-]{36})/.exec(page.url())![1]!;

  await refuseLockedTab(page);
  await fillWizard(page, { firstName: "Asha", passportNumber: "z1234567" });
  await page.getByRole("button", { name: "Edit details" }).click();
  await page.getByLabel("Last name").fill("Rao-Iyer");
  await page.getByRole("button", { name: "Preview", exact: true }).click();
  await page.getByText("Rao-Iyer").waitFor();
  await button(page, "Submit").click();
  await page.waitForURL(`**/visaapplicants/${visaRequestId}`);
  await page.getByRole("heading", { name: "Asha Rao-Iyer" }).waitFor();
  await everyPictureLoads(page);

  await page.getByRole("link", { name: "Add Applicant" }).click();
  await fillWizard(page, { firstName: "Vikram", passportNumber: "Z7654321" });
  await button(page, "Submit").click();
  await page.waitForURL(`**/visaapplicants/${visaRequestId}`);
  await page.getByRole("heading", { name: "Vikram Rao" }).waitFor();
  await poll(async () => expect(await rowOf(page, "Applicant(s)")).toContain("2"));
  await poll(async () =>
    expect(await rowOf(page, "Total Price")).toMatch(/INR 14996\/-.*including fee and tax/s),
  );

  await payAfterAllThatCanGoWrong(page);
  await page.waitForURL(`**/application/${visaRequestId}`);
  const words = await page.getByRole("heading", { level: 1, name: /^Congratulations/ }).innerText();
  expect(words).toMatch(
    /^Congratulations, Application successfully submitted\. Reference No : VP-[1-9A-Z]{4}-[1-9A-Z]{4}-[1-9A-Z]$/,
  );
  const reference = words.split(" : ")[1]!;

  await fixture.server.restart();
  await page.getByRole("link", { name: "View Applications" }).click();
  await page.getByRole("heading", { name: "All applications" }).waitFor();
  const row = page.getByRole("listitem").filter({ hasText: reference });
  await poll(async () => expect(await row.innerText()).toContain(visaName));
  await poll(async () => expect(await row.innerText()).toMatch(/SUBMITTED/i));
  await row.getByRole("link", { name: /^VIEW/ }).click();
  await page.waitForURL(`**/visaapplicants/${visaRequestId}`);
  await poll(async () => expect(await rowOf(page, "Payment Status")).toMatch(/PAID/i));
  await poll(async () => expect(await rowOf(page, "Reference No")).toContain(reference));
  await poll(async () => expect(await page.getByRole("button", { name: "Make Payment" }).count()).toBe(0));
  await everyPictureLoads(page);

  await page.goto(`/visarequest/${visaRequestId}`);
  await page.waitForURL(`**/visaapplicants/${visaRequestId}`);
  // Ignores failed polls of the open page during the restart.
  expect(complaints.filter((text) => !text.includes("ERR_CONNECTION_REFUSED"))).toEqual([]);
});

async function searchForEmirates(page: Page): Promise<void> {
  await page.goto("/");
  await poll(async () =>
    expect(await page.getByRole("heading", { level: 1 }).innerText()).toMatch(
      /^Search and Secure\s+Your Visa on Time$/,
    ),
  );
  const flags = page.getByRole("img", { name: /^Flag of / });
  await flags.first().waitFor();
  await poll(async () => expect(await flags.count()).toBe(12));
  await page.getByPlaceholder("Search by country...").fill("uni");
  await page.getByRole("option", { name: "United Arab Emirates" }).click();
  await page.waitForURL("**/visa/uae-*");
  await page.getByRole("heading", { name: "Price Summary" }).waitFor();
}

async function signIn(page: Page): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Login or Signup" });
  await dialog.getByRole("button", { name: "Send code" }).click();
  await dialog.getByText("Please enter the mandatory fields").first().waitFor();
  await dialog.getByLabel("Mobile number").fill("98765 43210");
  await dialog.getByRole("button", { name: "Send code" }).click();
  await dialog.getByLabel("OTP").fill(await codeFromOutbox());
  await dialog.getByRole("button", { name: "Verify" }).click();
}

/** Polls, because the SMS may not have been sent yet. */
async function codeFromOutbox(): Promise<string> {
  for (let tries = 0; tries < 100; tries++) {
    const code = await fixture.server.readCode(phoneNumber).catch(() => undefined);
    if (code) return code;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("No code in the outbox");
}

async function refuseLockedTab(page: Page): Promise<void> {
  // Forces the click: users can click an aria-disabled tab, but Playwright would wait.
  await page.getByRole("tab", { name: "Passport" }).click({ force: true });
  await page.getByText("Please upload profile photo").first().waitFor();
  await poll(async () =>
    expect(await page.getByRole("tab", { name: "Photo" }).getAttribute("aria-selected")).toBe("true"),
  );
}

async function fillWizard(page: Page, person: { firstName: string; passportNumber: string }): Promise<void> {
  await choosePicture(page, "Passport-size photo", "me.jpg");
  await page.getByRole("button", { name: "Continue" }).click();
  await choosePicture(page, "Passport front page", "front.jpg");
  await choosePicture(page, "Passport back page", "back.png");
  await page.getByRole("button", { name: "Continue" }).click();

  await page.getByRole("button", { name: "Preview", exact: true }).click();
  await page.getByText("check mandatory fields").first().waitFor();
  for (const text of ["Please enter passport no", "Please enter first name", "Please enter date of birth"])
    await page.getByText(text).first().waitFor();

  await page.getByLabel("Gender").selectOption("FEMALE");
  await page.getByLabel("First name").fill(person.firstName);
  await page.getByLabel("Last name").fill("Rao");
  await page.getByLabel("Date of birth").fill("14 may 1990");
  await page.getByLabel("Passport number").fill(person.passportNumber);
  await page.getByLabel("Passport issue date").fill("15/1/2020");
  await page.getByLabel("Passport expiry date").fill("14-01-2030");
  await page.getByLabel("Other documents").setInputFiles([file("ticket.pdf"), file("hotel.pdf")]);
  await page.getByRole("button", { name: "Remove hotel.pdf" }).waitFor();
  await page.getByRole("button", { name: "Preview", exact: true }).click();
  await page.getByRole("button", { name: "Submit", exact: true }).waitFor();
  await page.getByText(person.passportNumber.toUpperCase()).first().waitFor();
}

async function choosePicture(page: Page, label: string, name: string): Promise<void> {
  await page.locator("input[type=file]").and(page.getByLabel(label)).first().setInputFiles(file(name));
}

/** Closes the checkout, lets a payment fail, and pays on the same order. */
async function payAfterAllThatCanGoWrong(page: Page): Promise<void> {
  const pay = page.getByRole("button", { name: "Make Payment" });
  const checkout = page.frameLocator("iframe");
  await pay.click();
  await checkout.getByText("TEST PAYMENT").first().waitFor();
  await checkout.getByRole("button", { name: "Close", exact: true }).click();
  await pay.waitFor();
  await poll(async () => expect(await pay.isEnabled()).toBe(true));

  await pay.click();
  await checkout.getByRole("button", { name: "Fail this payment" }).click();
  await checkout.getByRole("alert").waitFor();
  await checkout.getByRole("button", { name: "Pay (success)" }).click();
}

async function everyPictureLoads(page: Page): Promise<void> {
  const pictures = page.locator("main article img");
  await pictures.first().waitFor();
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded();
    await expectSoon(() =>
      picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0),
    );
  }
}

async function expectSoon(check: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 100 && !(await check()); tries++)
    await new Promise((resolve) => setTimeout(resolve, 50));
  expect(await check()).toBe(true);
}

async function rowOf(page: Page, name: string): Promise<string> {
  return page
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader", { name }) })
    .first()
    .innerText();
}
