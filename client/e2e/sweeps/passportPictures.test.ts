import { afterEach, describe, expect, test } from "@jest/globals";
import type { BrowserContext, Page } from "playwright-core";
import sharp from "sharp";
import { makePassport } from "../../../server/test/passport/drawing/makePassport";
import { poll } from "../../../server/test/kit/poll";
import { makePdf } from "../../../server/test/kit/files/makePdf";
import { provideFixture } from "../kit/browser/fixture";
import { takePicture } from "../kit/page/takePicture";
import {
  continueToDetails,
  openPassportStep,
  passportNotice,
  passportNumber,
  passportPicture,
  passports,
  untilPassport,
  valueOf,
} from "../kit/stories/passportStep";
import { answerQuestions, button, choose, fillDetails, pictures, pdf, tab } from "../kit/stories/wizard";

/** Pictures that the form cannot read completely, and devices that cannot read any, at 360 px. */

const fixture = provideFixture();
let context: BrowserContext;
let page: Page;
let complaints: string[];

afterEach(() => context.close());

const enter = async (prepare?: (open: Page) => Promise<unknown>) => {
  ({ page, context, complaints } = await openPassportStep(fixture, prepare));
};

test("fields under glare stay empty, and a hint says to tilt the passport", async () => {
  await enter();
  const glare = passports.bad.findIndex(({ faults }) => faults.includes("glare"));
  await choose(page, "Passport front page", passportPicture("bad", glare));
  await untilPassport(page, "read");
  await poll(async () =>
    expect(await passportNotice(page).innerText()).toContain("Glare on the bottom lines: tilt the passport"),
  );
  await continueToDetails(page);
  await page.getByText("Glare on the bottom lines: tilt the passport").first().waitFor();
  await takePicture(page, "passport-glare");
  expect(await valueOf(page, "First name")).toBe("");
  expect(await valueOf(page, "Passport number")).toBe(passportNumber(passports.bad[glare]!.lines));
});

test("a picture that is rotated by its EXIF data and a picture of 40 megapixels can be read", async () => {
  await enter();
  const { jpeg, lines } = passports.fair[1]!;
  const turned = await sharp(jpeg)
    .rotate(90)
    .withMetadata({ orientation: 8 })
    .jpeg({ quality: 80 })
    .toBuffer();
  await choose(page, "Passport front page", { name: "turned.jpg", mimeType: "image/jpeg", buffer: turned });
  await untilPassport(page, "read");
  const large = await sharp(jpeg).resize(7300, 5475, { fit: "fill" }).jpeg({ quality: 60 }).toBuffer();
  await page
    .getByRole("button", { name: /Remove/ })
    .first()
    .click();
  await choose(page, "Passport front page", { name: "large.jpg", mimeType: "image/jpeg", buffer: large });
  await untilPassport(page, "read");
  await continueToDetails(page);
  expect(await valueOf(page, "Passport number")).toBe(passportNumber(lines));
});

describe("the details can be typed", () => {
  const unavailable = "We could not read the passport on this device. Please type the details yourself.";
  const blockModel = (as: Parameters<Page["route"]>[1]) => (open: Page) => open.route(/passportModel/, as);

  test.each([
    ["the model is blocked", blockModel((route) => route.abort()), true],
    [
      "the model's file has other content",
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
      "memory runs out",
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
    await enter(prepare);
    await choose(page, "Passport front page", passportPicture("fair", 1));
    await untilPassport(page, "unavailable");
    expect(await passportNotice(page).innerText()).toBe(unavailable);
    await continueToDetails(page);
    expect(await valueOf(page, "Passport number")).toBe("");
    await fillDetails(page);
    await button(page, "Preview").click();
    await page.getByRole("heading", { name: "Check before you send" }).waitFor();
    if (!complains) expect(complaints.filter((text) => !/read the passport/.test(text))).toEqual([]);
  });

  test("if the file has three pages, two passports, another page, or no passport", async () => {
    await enter();
    await choose(page, "Passport front page", pdf("passport.pdf", makePdf({ pages: 3, text: "pages" })));
    await untilPassport(page, "unavailable");
    for (const [file, says] of [
      [await twoPassports(), "There are two passports in this picture."],
      [await otherPage(), "This looks like another page."],
      [pictures.front, "We see no passport in this picture."],
    ] as const) {
      await choose(page, "Passport front page", file);
      await untilPassport(page, "reading");
      await untilPassport(page, "problem");
      expect(await passportNotice(page).innerText()).toContain(says);
      expect(await passportNotice(page).innerText()).toContain("or type the details yourself.");
    }
    await continueToDetails(page);
    await fillDetails(page);
    await button(page, "Preview").click();
    await page.getByRole("heading", { name: "Check before you send" }).waitFor();
    expect(complaints).toEqual([]);
  });
});

const jpegFile = (name: string, buffer: Buffer) => ({ name, mimeType: "image/jpeg", buffer });

async function twoPassports() {
  const size = { width: 1600, height: 1200 };
  const [first, second] = await Promise.all(
    [passports.fair[1]!, passports.fair[13]!].map(({ jpeg }) =>
      sharp(jpeg)
        .resize({ ...size, fit: "fill" })
        .toBuffer(),
    ),
  );
  const both = sharp({ create: { ...size, height: 2400, channels: 3, background: "#777" } }).composite([
    { input: first!, left: 0, top: 0 },
    { input: await sharp(second).rotate(180).toBuffer(), left: 0, top: 1200 },
  ]);
  return jpegFile("two.jpg", await both.jpeg().toBuffer());
}

async function otherPage() {
  const conditions = { megapixels: 2, hasOpposite: false };
  return jpegFile(
    "back.jpg",
    (await makePassport(1, { quality: "fair", isBackPage: true, conditions })).jpeg,
  );
}

test("an expired passport is reported, and a child's passport requires a guardian's name", async () => {
  await enter();
  const expired = passports.bad[3]!;
  await choose(page, "Passport front page", passportPicture("bad", 3));
  await untilPassport(page, "read");
  await continueToDetails(page);
  expect(await valueOf(page, "Passport expiry date")).toBe("13-10-2026");
  await button(page, "Preview").click();
  await page.getByRole("alert").filter({ hasText: /expir/i }).first().waitFor();
  expect(await valueOf(page, "Passport number")).toBe(passportNumber(expired.lines));

  await tab(page, "Passport").click();
  await choose(page, "Passport front page", passportPicture("fair", 12));
  await untilPassport(page, "reading");
  await untilPassport(page, "read");
  await tab(page, "Details").click();
  await page
    .getByText(/^Child 3/)
    .first()
    .waitFor();
  await page.getByLabel("Passport issue date").fill("15-01-2026");
  await answerQuestions(page);
  await button(page, "Preview").click();
  await page.getByLabel("Parent's or guardian's name").waitFor();
  await takePicture(page, "passport-child");
});
