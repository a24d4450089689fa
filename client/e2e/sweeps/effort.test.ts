import { afterAll, beforeAll, expect, test } from "@jest/globals";
import dayjs from "dayjs";
import type { Page } from "playwright-core";
import { makePassport } from "../../../server/test/passport/drawing/makePassport";
import { yearsAgo } from "../../../server/test/kit/server/clock";
import { timelyDay, travelDateField } from "../kit/stories/travelDate";
import { formatDayTyped } from "../../lib/days";
import { openPage } from "../kit/browser/browser";
import { provideOwnFixture } from "../kit/browser/fixture";
import { Effort } from "../kit/stories/effort";
import { waitForCode } from "../kit/stories/waitForCode";
import { button, pictures, pdf, type ChosenFile } from "../kit/stories/wizard";

/**
 * Counts taps, typed characters and files from the home page to the payment on a phone of 360 px, with generated
 * passports that the form reads. `npm run test:one effort` prints the table.
 */

const fixture = provideOwnFixture();
const digits = (day: string) => formatDayTyped(day).replaceAll("-", "");
const inZone = (day: string) => dayjs(day).format("YYMMDD");
interface Person {
  firstName: string;
  isChild?: true;
  passport: ChosenFile;
}
const rows: string[] = [];
let asha: Person;
let ravi: Person;
let meera: Person;

async function makePerson(
  seed: number,
  { firstName, sex, birth, number }: { firstName: string; sex: string; birth: string; number: string },
): Promise<Person> {
  const isChild = birth > yearsAgo(18);
  const person = {
    documentType: "<",
    issuer: "IND",
    nationality: "IND",
    surname: "RAO",
    givenNames: firstName.toUpperCase(),
    number,
    sex,
    birth: inZone(birth),
    expiry: isChild ? "290114" : "300114",
    optional: "",
  };
  const { jpeg } = await makePassport(seed, {
    quality: "fair",
    faults: [],
    person,
    conditions: { megapixels: 2 },
  });
  const passport = { name: `${firstName}.jpg`, mimeType: "image/jpeg", buffer: jpeg };
  return { firstName, passport, ...(isChild && { isChild }) };
}

beforeAll(async () => {
  asha = await makePerson(1, { firstName: "Asha", sex: "F", birth: "1990-05-14", number: "Z1234567" });
  ravi = await makePerson(2, { firstName: "Ravi", sex: "M", birth: "1988-02-03", number: "Z7654321" });
  meera = await makePerson(3, { firstName: "Meera", sex: "F", birth: yearsAgo(9), number: "Z2345671" });
});
afterAll(() => console.log(["journey             taps  characters  files  details", ...rows].join("\n")));

let height = 0;
const record = (name: string, { taps, characters, files }: Effort) =>
  rows.push(
    [name.padEnd(18), String(taps).padStart(6), String(characters).padStart(12)].join("") +
      `${String(files).padStart(7)}${String(height).padStart(6)} px`,
  );

async function openWizard(page: Page, effort: Effort, phoneNumber: string): Promise<void> {
  // Applies the font even if it loads late. With `optional`, the page could keep the fallback font, in which
  // Details is 77 px taller.
  await page.route("**/*.css", async (route) => {
    const response = await route.fetch();
    const css = (await response.text()).replaceAll("font-display:optional", "font-display:swap");
    await route.fulfill({ response, body: css });
  });
  await page.goto("/");
  await effort.type(page.getByPlaceholder("Search by country..."), "uae");
  await effort.tap(page.getByRole("option", { name: "United Arab Emirates" }));
  await page.getByRole("heading", { name: "Price Summary" }).waitFor();
  await effort.type(travelDateField(page), digits(timelyDay()));
  await effort.tapApply();
  const login = page.getByRole("dialog", { name: "Login or Signup" });
  await effort.type(login.getByLabel("Mobile number"), phoneNumber);
  await effort.tap(button(page, "Send code"));
  await login.getByLabel("OTP").waitFor();
  await effort.type(login.getByLabel("OTP"), await waitForCode(fixture.server, `+91${phoneNumber}`));
  await effort.tap(button(page, "Verify"));
  await page.getByRole("heading", { name: "Who is travelling?" }).waitFor();
}

async function fillApplicant(page: Page, effort: Effort, { passport }: Person, isFirst: boolean) {
  await page.getByRole("tab", { name: "Photo", selected: true }).waitFor();
  await effort.upload("Passport-size photo", pictures.photo);
  await page.getByRole("img", { name: "Passport-size photo" }).waitFor();
  await effort.tap(button(page, "Continue"));
  await effort.upload("Passport front page", passport);
  await page.getByText("Your details were read from the passport.").waitFor();
  await effort.upload("Passport back page", pictures.back);
  await page.getByRole("img", { name: "Passport back page" }).waitFor();
  await effort.tap(button(page, "Continue"));
  await page.getByRole("heading", { name: "Applicant details" }).waitFor();
  if (isFirst) height = await measureHeight(page);
  await effort.tap(page.getByRole("button", { name: /^Fill in 15 Jan 20\d\d/ }));
  await addTicket(page, effort, isFirst);
}

/** Returns the height of the page in px, with the site's font and the visa's documents. */
async function measureHeight(page: Page): Promise<number> {
  await page.getByRole("group", { name: "Documents Required" }).waitFor();
  return page.evaluate(async () => {
    await document.fonts.ready;
    return document.documentElement.scrollHeight;
  });
}

/** Uploads the first applicant's ticket or copies it to the next applicant, and submits the form. */
async function addTicket(page: Page, effort: Effort, isFirst: boolean): Promise<void> {
  if (isFirst) await effort.upload("Return ticket", pdf("ticket.pdf"));
  else await effort.tap(page.getByRole("button", { name: /^Same as Asha.s$/i }));
  await button(page, "Remove ticket.pdf").waitFor();
  await effort.tap(button(page, "Preview"));
  await effort.tap(button(page, "Submit"));
}

async function pay(page: Page, effort: Effort, last: Person): Promise<void> {
  await page.getByRole("heading", { name: `${last.firstName} Rao`, exact: false }).waitFor();
  await effort.tap(page.getByRole("button", { name: "Make Payment" }));
  await effort.tap(page.frameLocator("iframe").getByRole("button", { name: "Pay (success)" }));
  await page.getByRole("heading", { level: 1, name: /^Congratulations/ }).waitFor();
}

test.each([
  ["one adult", () => [asha], { taps: 18, characters: 27, files: 4 }],
  ["adult and child", () => [asha, meera], { taps: 28, characters: 27, files: 7 }],
] as const)(
  "%s: the application takes the expected taps, characters and files",
  async (name, travellers, most) => {
    const { page, context, complaints } = await openPage(fixture.browser, fixture.server.url);
    const effort = new Effort(page);
    const people = travellers();
    await openWizard(page, effort, `987654321${people.length}`);
    for (const person of people.slice(1))
      await effort.tap(button(page, `One more ${person.isChild ? "child" : "adult"}`));
    await effort.tap(button(page, "Continue"));
    for (const person of people) await fillApplicant(page, effort, person, person === asha);
    await pay(page, effort, people.at(-1)!);
    record(name, effort);
    const { taps, characters, files } = effort;
    expect({ taps, characters, files }).toEqual(most);
    expect(height).toBeLessThanOrEqual(3200);
    expect(complaints).toEqual([]);
    await context.close();
  },
);

test("two adults: their second application takes about half the taps and no typing", async () => {
  const { page, context, complaints } = await openPage(fixture.browser, fixture.server.url);
  const effort = new Effort(page);
  await openWizard(page, effort, "9876543219");
  await effort.tap(button(page, "One more adult"));
  await effort.tap(button(page, "Continue"));
  await fillApplicant(page, effort, asha, true);
  await fillApplicant(page, effort, ravi, false);
  await pay(page, effort, ravi);
  record("two adults", effort);
  await button(page, "Keep for next time").click();
  await page.getByText("Kept for your next application").waitFor();

  const again = new Effort(page);
  await page.goto("/");
  await again.tap(page.getByRole("link", { name: /United Arab Emirates/ }).first());
  await page.getByRole("heading", { name: "Price Summary" }).waitFor();
  const expected = await page
    .getByText(/We expect the visa by /)
    .first()
    .innerText();
  const expectedDay = dayjs(/by (.*)\.$/.exec(expected)![1]).format("D MMMM YYYY");
  await again.tap(page.getByRole("button", { name: "Choose travel date" }));
  await again.tap(page.getByRole("button", { name: new RegExp(`^${expectedDay}`) }));
  await again.tapApply();
  await again.tap(page.getByRole("checkbox", { name: /^Asha Rao/i }));
  await again.tap(page.getByRole("checkbox", { name: /^Ravi Rao/i }));
  height = 0;
  await again.tap(button(page, "Continue"));
  await page.getByText(/ · Asha Rao, 1 of 2$/i).waitFor();
  await addTicket(page, again, true);
  await page.getByText(/ · Ravi Rao, 2 of 2$/i).waitFor();
  await addTicket(page, again, false);
  await pay(page, again, ravi);
  record("the same two again", again);

  const counts = [effort, again].map(({ taps, characters, files }) => ({ taps, characters, files }));
  expect(counts).toEqual([
    { taps: 28, characters: 27, files: 7 },
    { taps: 15, characters: 0, files: 1 },
  ]);
  expect(complaints).toEqual([]);
  await context.close();
});
