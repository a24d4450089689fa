import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { timelyDay, travelDateField } from "../kit/stories/travelDate";
import { formatDayTyped } from "../../lib/days";
import { openPage } from "../kit/browser/browser";
import { provideOwnFixture } from "../kit/browser/fixture";
import { Effort } from "../kit/stories/effort";
import { waitForCode } from "../kit/stories/waitForCode";
import { button, makePictures, pdf, type Pictures } from "../kit/stories/wizard";

/**
 * Taps, typed characters and files from the home page to paid, on a phone of 360 px. `npm run test:one
 * effort` prints the table.
 */

const fixture = provideOwnFixture();
const digits = (day: string) => formatDayTyped(day).replaceAll("-", "");
const travellers = [
  { firstName: "Asha", lastName: "Rao", birth: "1990-05-14", number: "Z1234567" },
  { firstName: "Ravi", lastName: "Rao", birth: "1988-02-03", number: "Z7654321" },
];
const rows: string[] = [];
let pictures: Pictures;
beforeAll(async () => {
  pictures = await makePictures();
});
afterAll(() => console.log(["applicants  taps  characters  files  details", ...rows].join("\n")));

test.each([
  [1, { taps: 24, characters: 66, files: 4 }],
  [2, { taps: 39, characters: 105, files: 8 }],
])("%i applicants need %j", async (count, most) => {
  const { page, context, complaints } = await openPage(fixture.browser, fixture.server.url);
  const effort = new Effort(page);
  const phoneNumber = `987654321${count}`;
  let height = 0;

  await page.goto("/");
  await effort.type(page.getByPlaceholder("Search by country..."), "uae");
  await effort.tap(page.getByRole("option", { name: "United Arab Emirates" }));
  await page.getByRole("heading", { name: "Price Summary" }).waitFor();
  await effort.type(travelDateField(page), digits(timelyDay()));
  await effort.tap(page.getByRole("button", { name: "Apply Now" }));
  const login = page.getByRole("dialog", { name: "Login or Signup" });
  await effort.type(login.getByLabel("Mobile number"), phoneNumber);
  await effort.tap(button(page, "Send code"));
  await login.getByLabel("OTP").waitFor();
  await effort.type(login.getByLabel("OTP"), await waitForCode(fixture.server, `+91${phoneNumber}`));
  await effort.tap(button(page, "Verify"));

  for (const [at, traveller] of travellers.slice(0, count).entries()) {
    if (at > 0) await effort.tap(page.getByRole("link", { name: "Add Applicant" }));
    await page.getByRole("tab", { name: "Photo" }).waitFor();
    await effort.upload("Passport-size photo", pictures.photo);
    await page.getByRole("img", { name: "Passport-size photo" }).waitFor();
    await effort.tap(button(page, "Continue"));
    await effort.upload("Passport front page", pictures.front);
    await effort.upload("Passport back page", pictures.back);
    await page.getByRole("img", { name: "Passport back page" }).waitFor();
    await effort.tap(button(page, "Continue"));
    await page.getByRole("heading", { name: "Applicant details" }).waitFor();
    height ||= await page.evaluate(() => document.documentElement.scrollHeight);
    if (at === 0) await effort.select(page.getByLabel("Title"), "Mrs.");
    await effort.type(page.getByLabel("First name"), traveller.firstName);
    await effort.type(page.getByLabel("Last name"), traveller.lastName);
    await effort.type(page.getByLabel("Date of birth"), digits(traveller.birth));
    await effort.type(page.getByLabel("Passport number"), traveller.number);
    await effort.type(page.getByLabel("Passport issue date"), "15012020");
    await effort.type(page.getByLabel("Passport expiry date"), "14012040");
    await effort.upload(/^Confirmed return ticket/, pdf("ticket.pdf"));
    await button(page, "Remove ticket.pdf").waitFor();
    await effort.tap(button(page, "Preview"));
    await effort.tap(button(page, "Submit"));
    await page.getByRole("heading", { name: `${traveller.firstName} Rao` }).waitFor();
  }
  await effort.tap(page.getByRole("button", { name: "Make Payment" }));
  await effort.tap(page.frameLocator("iframe").getByRole("button", { name: "Pay (success)" }));
  await page.getByRole("heading", { level: 1, name: /^Congratulations/ }).waitFor();

  const { taps, characters, files } = effort;
  rows.push(
    [String(count).padEnd(10), String(taps).padStart(6), String(characters).padStart(12)].join("") +
      `${String(files).padStart(7)}${String(height).padStart(6)} px`,
  );
  expect({ taps, characters, files }).toEqual(most);
  expect(complaints).toEqual([]);
  await context.close();
});
