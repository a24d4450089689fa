import { afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import type { BrowserContext, Page } from "playwright-core";
import sharp from "sharp";
import { signedInTraveller, type Traveller } from "../../../server/test/kit/personas/traveller";
import { poll } from "../../../server/test/kit/poll";
import { readFixedPictures } from "../../../server/test/passport/fixedPictures";
import { openPage, viewports } from "../kit/browser/browser";
import { enterAs } from "../kit/browser/enterAs";
import { provideFixture } from "../kit/browser/fixture";
import { findViolations } from "../kit/page/findViolations";
import { takePicture } from "../kit/page/takePicture";
import {
  button,
  choose,
  fillDetails,
  makePictures,
  openWizard,
  pdf,
  person,
  tab,
} from "../kit/stories/wizard";

/** The passport reads itself, at 360 px, with made passports; and the form works without it. */

const fixture = provideFixture();
let pictures: Awaited<ReturnType<typeof makePictures>>;
let traveller: Traveller;
let context: BrowserContext;
let page: Page;
let complaints: string[];

const mark = "Read from your passport. Please check.";
const fixed = { fair: readFixedPictures("fair"), bad: readFixedPictures("bad") };
const picture = (quality: "fair" | "bad", index: number) => {
  const { jpeg, file } = fixed[quality][index]!;
  return { name: file, mimeType: "image/jpeg", buffer: jpeg };
};
const notice = () => page.locator("[data-passport]");
const untilState = (state: string) => page.locator(`[data-passport=${state}]`).waitFor();
const valueOf = (label: string) => page.getByLabel(label, { exact: true }).inputValue();
const said = ([, lower]: readonly [string, string]) => ({ number: lower.slice(0, 9).replace(/<+$/, "") });

beforeAll(async () => {
  pictures = await makePictures();
});
afterEach(() => context.close());

/** Opens the wizard on the passport step. `prepare` runs before the page is loaded. */
async function enterPassportStep(prepare?: (page: Page) => Promise<unknown>): Promise<void> {
  traveller = await signedInTraveller(fixture.server).withRequest();
  ({ page, context, complaints } = await openPage(fixture.browser, fixture.server.url, viewports.phone));
  await prepare?.(page);
  await enterAs(page, traveller);
  await openWizard(page, traveller);
  await choose(page, "Passport-size photo", pictures.photo);
  await page.getByRole("img", { name: "Passport-size photo" }).waitFor();
  await button(page, "Continue").click();
  await page.getByRole("heading", { name: "Upload the passport" }).waitFor();
}

async function continueToDetails(): Promise<void> {
  await choose(page, "Passport back page", pictures.back);
  await page.getByRole("img", { name: "Passport back page" }).waitFor();
  await button(page, "Continue").click();
  await page.getByRole("heading", { name: "Applicant details" }).waitFor();
}

test("fills in eight fields, each marked, and sends the picture nowhere for it", async () => {
  await enterPassportStep();
  const sent: string[] = [];
  page.on("request", (request) => request.method() === "POST" && sent.push(request.url()));
  await choose(page, "Passport front page", picture("fair", 1));
  await untilState("read");
  await poll(async () =>
    expect(await notice().innerText()).toBe(
      "Your details were read from the passport. Please check them on the next step.",
    ),
  );
  expect(await findViolations(page)).toEqual([]);
  await takePicture(page, "passport-read");
  expect(sent.filter((url) => !url.includes("/vitals"))).toEqual([]);

  await continueToDetails();
  await poll(async () => expect(await page.getByText(mark).count()).toBe(8));
  expect(await valueOf("Passport number")).toBe(said(fixed.fair[1]!.lines).number);
  expect(await findViolations(page)).toEqual([]);
  await takePicture(page, "passport-details");
  expect(complaints).toEqual([]);
});

test("keeps what was typed, shows the difference, and takes the passport's value on request", async () => {
  await enterPassportStep();
  await choose(page, "Passport front page", pictures.front);
  await untilState("problem");
  await continueToDetails();
  await fillDetails(page);
  await tab(page, "Passport").click();
  await page
    .getByRole("button", { name: /Remove/ })
    .first()
    .click();
  await choose(page, "Passport front page", picture("fair", 1));
  await untilState("read");
  await tab(page, "Details").click();
  await page.getByRole("heading", { name: "Applicant details" }).waitFor();
  expect(await valueOf("Passport number")).toBe(person["Passport number"]);
  const { number } = said(fixed.fair[1]!.lines);
  await page.getByText(`The passport says ${number}.`).waitFor();
  expect(await findViolations(page)).toEqual([]);
  await takePicture(page, "passport-difference");
  await button(page, `Use ${number}`).click();
  await poll(async () => expect(await valueOf("Passport number")).toBe(number));
  await poll(async () => expect(await page.getByText(`The passport says ${number}.`).count()).toBe(0));
});

test("leaves fields under glare empty, and says to tilt the passport", async () => {
  await enterPassportStep();
  const glare = fixed.bad.findIndex(({ faults }) => faults.includes("glare"));
  await choose(page, "Passport front page", picture("bad", glare));
  await untilState("read");
  await poll(async () =>
    expect(await notice().innerText()).toContain("Glare on the bottom lines: tilt the passport"),
  );
  await continueToDetails();
  await page.getByText("Glare on the bottom lines: tilt the passport").first().waitFor();
  await takePicture(page, "passport-glare");
  expect(await valueOf("First name")).toBe("");
  expect(await valueOf("Passport number")).toBe(said(fixed.bad[glare]!.lines).number);
});

test("reads a picture that its EXIF data turns, and one of 40 megapixels", async () => {
  await enterPassportStep();
  const { jpeg, lines } = fixed.fair[1]!;
  const turned = await sharp(jpeg)
    .rotate(90)
    .withMetadata({ orientation: 8 })
    .jpeg({ quality: 80 })
    .toBuffer();
  await choose(page, "Passport front page", { name: "turned.jpg", mimeType: "image/jpeg", buffer: turned });
  await untilState("read");
  const large = await sharp(jpeg).resize(7300, 5475, { fit: "fill" }).jpeg({ quality: 60 }).toBuffer();
  await page
    .getByRole("button", { name: /Remove/ })
    .first()
    .click();
  await choose(page, "Passport front page", { name: "large.jpg", mimeType: "image/jpeg", buffer: large });
  await untilState("read");
  await continueToDetails();
  expect(await valueOf("Passport number")).toBe(said(lines).number);
});

describe("without reading, the form works as before", () => {
  const unavailable = "We could not read the passport on this device. Please type the details yourself.";
  const blockModel = (as: Parameters<Page["route"]>[1]) => (open: Page) => open.route(/passportModel/, as);

  test.each([
    ["the model is blocked", blockModel((route) => route.abort()), true],
    [
      "the model is another file",
      blockModel((route) => route.fulfill({ body: "<!doctype html>", contentType: "text/html" })),
      false,
    ],
    [
      "the worker cannot start",
      (open: Page) => open.route(/passport\.worker/, (route) => route.abort()),
      true,
    ],
    [
      "workers are killed",
      (open: Page) =>
        open.addInitScript(() => {
          const Original = window.Worker;
          window.Worker = class extends Original {
            constructor(url: string | URL, options?: WorkerOptions) {
              super(url, options);
              if (String(url).includes("passport"))
                setTimeout(() => this.dispatchEvent(new Event("error")), 50);
            }
          };
        }),
      false,
    ],
    [
      "memory is refused",
      (open: Page) =>
        open.addInitScript(() => {
          const Original = window.Worker;
          window.Worker = class extends Original {
            constructor(url: string | URL, options?: WorkerOptions) {
              if (String(url).includes("passport")) throw new RangeError("out of memory");
              super(url, options);
            }
          };
        }),
      false,
    ],
  ])("if %s", async (_name, prepare, complains) => {
    await enterPassportStep(prepare);
    await choose(page, "Passport front page", picture("fair", 1));
    await untilState("unavailable");
    expect(await notice().innerText()).toBe(unavailable);
    await continueToDetails();
    expect(await valueOf("Passport number")).toBe("");
    await fillDetails(page);
    await button(page, "Preview").click();
    await page.getByRole("heading", { name: "Check before you send" }).waitFor();
    if (!complains) expect(complaints.filter((text) => !/read the passport/.test(text))).toEqual([]);
  });

  test("if it is a PDF of three pages, or a picture without a passport", async () => {
    await enterPassportStep();
    await choose(page, "Passport front page", pdf("passport.pdf"));
    await untilState("unavailable");
    await page
      .getByRole("button", { name: /Remove/ })
      .first()
      .click();
    await choose(page, "Passport front page", pictures.front);
    await untilState("problem");
    expect(await notice().innerText()).toContain("or type the details yourself.");
    await continueToDetails();
    await fillDetails(page);
    await button(page, "Preview").click();
    await page.getByRole("heading", { name: "Check before you send" }).waitFor();
    expect(complaints).toEqual([]);
  });
});

test("what was read is sent like what was typed", async () => {
  await enterPassportStep();
  await choose(page, "Passport front page", picture("fair", 1));
  await untilState("read");
  await continueToDetails();
  await page.getByLabel("Passport issue date").fill("15-01-2020");
  await button(page, "Preview").click();
  await page.getByText(said(fixed.fair[1]!.lines).number, { exact: true }).first().waitFor();
});
