import { timelyDay, travelDateField } from "../kit/stories/travelDate";
import { formatDayTyped } from "../../lib/days";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { makePdf } from "../../../server/test/kit/files/makePdf";
import { openPage, sizes } from "../kit/browser/browser";
import { chooseBy, pressOn, tabTo, typeInto } from "../kit/page/keyboard";
import { poll } from "../../../server/test/kit/poll";
import { provideFixture } from "../kit/browser/fixture";
import { waitForCode } from "../kit/stories/waitForCode";
import { picturePath } from "../kit/stories/wizard";

/**
 * The main journey without a mouse (WCAG 2.1.1, 2.4.7): each tab stop is visible, and nothing traps the
 * focus.
 */

const phoneNumber = "+919876543211";

const fixture = provideFixture();
let folder: string;
const file = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "visaport-files-"));
  await writeFile(file("ticket.pdf"), makePdf({ pages: 1, text: "ticket" }));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

test.each(sizes)(
  "a traveller can find a visa, apply and pay with only the keyboard on a %s",
  async (_size, viewport) => {
    const { page, context, complaints } = await openPage(fixture.browser, fixture.server.url, viewport);
    const button = (name: string) => page.getByRole("button", { name, exact: true });

    await page.goto("/", { waitUntil: "networkidle" });
    await typeInto(page, page.getByPlaceholder("Search by country..."), "viet");
    await page.getByRole("option", { name: "Vietnam" }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/visa/vietnam-*");
    await page.getByRole("heading", { name: "Price Summary" }).waitFor();
    await typeInto(page, travelDateField(page), formatDayTyped(timelyDay()));
    await pressOn(page, button("Apply Now"));

    await logIn(page);
    await page.waitForURL(/\/visarequest\/[0-9a-f-]{36}/);
    await page.getByRole("heading", { name: "Who is travelling?" }).waitFor();
    await pressOn(page, button("Continue"));
    await page.getByRole("tab", { name: "Photo" }).waitFor();
    await walkTabs(page);
    await choosePicture(page, "Passport-size photo", picturePath("me.jpg"));
    await pressOn(page, button("Continue"));
    await choosePicture(page, "Passport front page", picturePath("front.jpg"));
    await choosePicture(page, "Passport back page", picturePath("back.png"));
    await pressOn(page, button("Continue"));

    await fillDetails(page);
    await pressOn(page, button("Preview"));
    await page.getByRole("button", { name: "Edit passport" }).waitFor();
    await pressOn(page, button("Submit"));
    await page.waitForURL("**/visaapplicants/*");
    await page.getByRole("heading", { name: "Asha Rao" }).waitFor();

    await pressOn(page, button("Make Payment"));
    const checkout = page.frameLocator("iframe");
    await checkout.getByText("TEST PAYMENT").first().waitFor();
    await pressOn(page, checkout.getByRole("button", { name: "Pay (success)" }));
    await page.waitForURL("**/application/*");
    await page.getByRole("heading", { level: 1, name: /^Congratulations/ }).waitFor();
    await pressOn(page, page.getByRole("link", { name: "View Applications" }));
    await page.getByRole("heading", { level: 1, name: "All applications" }).waitFor();

    expect(complaints).toEqual([]);
    await context.close();
  },
  240_000,
);

/** Chooses a picture and waits until it is shown, because the next step is disabled until then. */
async function choosePicture(page: Page, label: string, path: string): Promise<void> {
  await chooseBy(page, page.locator("input[type=file]").and(page.getByLabel(label)).first(), path);
  await page.getByRole("img", { name: label, exact: true }).waitFor();
}

async function logIn(page: Page): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Login or Signup" });
  await dialog.waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  // Enter opens the dialog again, because the focus is back on its button.
  await page.keyboard.press("Enter");
  await typeInto(page, dialog.getByLabel("Mobile number"), phoneNumber);
  const before = await fixture.server.readCode(phoneNumber).catch(() => undefined);
  await page.keyboard.press("Enter");
  await dialog.getByLabel("OTP").waitFor();
  await typeInto(page, dialog.getByLabel("OTP"), await waitForCode(fixture.server, phoneNumber, before));
  await page.keyboard.press("Enter");
}

/** Checks that arrows move between the tabs, and that Enter on a locked tab shows the missing input. */
async function walkTabs(page: Page): Promise<void> {
  await tabTo(page, page.getByRole("tab", { name: "Photo" }));
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await page.getByText("Please upload profile photo").first().waitFor();
  await poll(async () =>
    expect(await page.getByRole("tab", { name: "Photo" }).getAttribute("aria-selected")).toBe("true"),
  );
}

async function fillDetails(page: Page): Promise<void> {
  await typeInto(page, page.getByLabel("First name"), "Asha");
  await typeInto(page, page.getByLabel("Last name"), "Rao");
  await tabTo(page, page.getByLabel("Gender"));
  await page.keyboard.type("Fem");
  await typeInto(page, page.getByLabel("Date of birth", { exact: true }), "14-05-1990");
  await typeInto(page, page.getByLabel("Passport number"), "z1234567");
  await typeInto(page, page.getByLabel("Passport issue date", { exact: true }), "15-01-2020");
  await typeInto(page, page.getByLabel("Passport expiry date", { exact: true }), "14-01-2030");
  const required = page.getByRole("group", { name: "Documents Required" });
  const [question, ...later] = await required.locator("input[type=text]").all();
  await typeInto(page, question!, "1 to 9 May");
  for (const one of await required.getByLabel(/^I will answer later/).all()) {
    await tabTo(page, one);
    await page.keyboard.press("Space");
  }
  expect(later).toHaveLength(await required.getByRole("checkbox", { checked: true }).count());
  await pressOn(page, page.locator("summary", { hasText: "Anything else to send" }));
  await chooseBy(page, page.getByLabel("Other documents"), [file("ticket.pdf")]);
  await page.getByRole("button", { name: "Remove ticket.pdf" }).waitFor();
}
