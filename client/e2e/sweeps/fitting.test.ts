import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { makePhoneJpeg, makePng } from "../../../server/test/kit/files/makeImage";
import { makePdf } from "../../../server/test/kit/files/makePdf";
import { enterWizard } from "../kit/stories/provideWizard";
import { colourAt, fileInput, keepSentFiles, readOutcome, upload } from "../kit/page/pictures";
import { poll } from "../../../server/test/kit/poll";
import { button, fillDetails } from "../kit/stories/wizard";
import { provideFixture } from "../kit/browser/fixture";

/** Pictures are fitted to the visa's rules before they are sent. */

const photoLabel = "Passport-size photo";
const frontLabel = "Passport front page";
const backLabel = "Passport back page";
const heicBytes = Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic and more", "latin1");

const fixture = provideFixture();
let photo: Buffer;
let scan: Buffer;

beforeAll(async () => {
  [photo, scan] = await Promise.all([
    makePhoneJpeg({ width: 3000, height: 4000 }),
    makePhoneJpeg({ width: 4000, height: 3000 }),
  ]);
  // The photo exceeds the server's limit, so the sent file must be a different one.
  expect(photo.length).toBeGreaterThan(5 * 1024 * 1024);
});

test("pictures of 12 megapixels are fitted and shown upright, and the fitted pictures are sent", async () => {
  const { page, context, complaints, traveller } = await enterWizard(fixture);
  const readSentFiles = await keepSentFiles(page);

  // A picture that already fits is not changed.
  const fits = await makePhoneJpeg({ width: 720, height: 1080, targetBytes: 90_000 });
  await fileInput(page, photoLabel).setInputFiles(upload("fits.jpg", fits));
  await page.getByText(`${Math.round(fits.length / 1024)} KB, 720 × 1080 px`, { exact: true }).waitFor();

  await fileInput(page, photoLabel).setInputFiles(upload("me.jpg", photo));
  await page.getByText("Fitting your photo…").first().waitFor();
  const fitted = await readOutcome(page);
  expect(fitted.text).toMatch(/^\d+\.\d MB → \d+ KB, \d+ × \d+ px$/);
  expect(fitted.kilobytes).toBeGreaterThanOrEqual(50);
  expect(fitted.kilobytes).toBeLessThanOrEqual(100);
  expect(fitted.width / fitted.height).toBeCloseTo(40 / 60, 2);
  const shown = page.getByRole("img", { name: photoLabel });
  expect([await colourAt(shown, 0.05, 0.05), await colourAt(shown, 0.95, 0.05)]).toEqual(["red", "red"]);
  expect([await colourAt(shown, 0.05, 0.95), await colourAt(shown, 0.95, 0.95)]).toEqual(["grey", "grey"]);
  await page.getByRole("button", { name: "Continue" }).click();

  await fileInput(page, frontLabel).setInputFiles(upload("front.jpg", scan));
  const page1 = await readOutcome(page);
  expect(page1.kilobytes).toBeGreaterThanOrEqual(100);
  expect(page1.kilobytes).toBeLessThanOrEqual(250);
  expect(page1.width).toBeGreaterThanOrEqual(984);
  expect(page1.width / page1.height).toBeCloseTo(4 / 3, 2);
  await fileInput(page, backLabel).setInputFiles(upload("back.pdf", makePdf({ text: "back" })));
  await page.getByText("back.pdf").first().waitFor();
  await page.getByRole("button", { name: "Continue" }).click();

  await fillDetails(page);
  await page
    .getByLabel("Other documents")
    .setInputFiles([
      upload("large.jpg", photo),
      upload("small.png", await makePng({ width: 300, height: 200 })),
    ]);
  await page.getByRole("button", { name: "Remove small.png" }).waitFor();
  await page.getByRole("button", { name: "Preview", exact: true }).click();
  await button(page, "Submit").click();
  await page.waitForURL(`**/visaapplicants/${traveller.request.visaRequestId}`);

  const sent = await readSentFiles();
  const [sentPhoto, sentFront, sentBack, large, small] = sent;
  expect(sent.map(({ name }) => name)).toEqual(["me.jpg", "front.jpg", "back.pdf", "large.jpg", "small.png"]);
  expect(Math.round(sentPhoto!.bytes.length / 1024)).toBe(fitted.kilobytes);
  expect(Math.round(sentFront!.bytes.length / 1024)).toBe(page1.kilobytes);
  expect(sentBack!.bytes.equals(makePdf({ text: "back" }))).toBe(true);
  expect(large!.bytes.length).toBeLessThanOrEqual(1024 * 1024);
  expect(small!.bytes.equals(await makePng({ width: 300, height: 200 }))).toBe(true);
  for (const { bytes } of [sentPhoto!, sentFront!, large!]) {
    const { format, density, exif, orientation } = await sharp(bytes).metadata();
    expect({ format, density, exif, orientation }).toEqual({ format: "jpeg", density: 300 });
  }

  const stored = page.getByRole("img", { name: /passport-size photograph/i });
  expect(await colourAt(stored, 0.5, 0.05)).toBe("red");
  expect(complaints).toEqual([]);
  await context.close();
}, 120_000);

test.each([
  ["vietnam-30-days-single-entry", 40 / 60],
  ["bahrain-14-days-tourist-visa-single-entry", 35 / 45],
])("a photo for %s gets the aspect ratio that the visa requires", async (visaUrl, ratio) => {
  const { page, context } = await enterWizard(fixture, { visaUrl });
  // 40 × 60 mm at 300 dpi, compressed to only 35 kB.
  const small = await makePhoneJpeg({ width: 472, height: 709, targetBytes: 35_000 });
  await fileInput(page, photoLabel).setInputFiles(upload("me.jpg", small));
  const { width, height } = await readOutcome(page);
  expect(Math.abs(width / height / ratio - 1)).toBeLessThan(0.01);
  await page.locator("[data-check=size][data-kind=ok]").waitFor();
  await context.close();
});

test("a small PNG and a small scan are accepted with a visible note", async () => {
  const { page, context, complaints } = await enterWizard(fixture);
  const png = await makePng({ width: 1200, height: 1600 });
  expect(png.length).toBeLessThan(50 * 1024);
  await fileInput(page, photoLabel).setInputFiles(upload("me.png", png));
  await page.getByText(/smaller than the advised 50 KB-100 KB/).waitFor();
  await page.getByText("me.jpg", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Continue" }).click();

  const small = await makePhoneJpeg({ width: 900, height: 640 });
  await fileInput(page, frontLabel).setInputFiles(upload("front.jpg", small));
  await page.getByText("This scan is below 200 dpi. It may be rejected. Retake or continue.").waitFor();
  await fileInput(page, backLabel).setInputFiles(upload("back.jpg", small));
  await page
    .getByText(/below 200 dpi/)
    .nth(1)
    .waitFor();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("First name").waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test("a PNG with the extension of another type is renamed, not rejected", async () => {
  const { page, context } = await enterWizard(fixture);
  const png = await makePng({ width: 1200, height: 1600 });
  await fileInput(page, photoLabel).setInputFiles(upload("IMG_0001.HEIC", png));
  await page.getByText("IMG_0001.jpg", { exact: true }).waitFor();
  await context.close();
});

describe("an unreadable file is rejected with a clear message and not stored:", () => {
  let page: Page;
  beforeAll(async () => {
    ({ page } = await enterWizard(fixture));
  });
  afterAll(() => page.context().close());

  test.each([
    ["a text file named like a JPG", "me.jpg", Buffer.from("hello"), /must be a JPG or PNG/],
    ["a PDF as a photo", "me.pdf", makePdf({}), /must be a JPG or PNG/],
    [
      "a HEIC photo",
      "me.heic",
      heicBytes,
      /^Error: This is a HEIC photo, which this browser cannot read\. On an iPhone choose Settings › Camera › Formats › Most Compatible/,
    ],
    ["a HEIC photo named like a JPG", "me.jpg", heicBytes, /This is a HEIC photo/],
    ["an empty file", "me.jpg", Buffer.alloc(0), /The selected file is empty/],
    ["a truncated picture", "me.jpg", Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0]), /could not be read/],
  ])("%s", async (_what, name, bytes, words) => {
    const input = fileInput(page, photoLabel);
    await input.setInputFiles(upload(name, bytes));
    await page.locator("#applicant-profileFile-error").getByText(words).waitFor();
    await poll(async () => expect(await input.getAttribute("aria-invalid")).toBe("true"));
    await poll(async () => expect(await page.getByRole("img", { name: photoLabel }).count()).toBe(0));
    await page.getByRole("tab", { name: "Passport" }).click({ force: true });
    await poll(async () =>
      expect(await page.getByRole("tab", { name: "Photo" }).getAttribute("aria-selected")).toBe("true"),
    );
  });

  test("a text file or a PDF with a password as a passport page", async () => {
    await fileInput(page, photoLabel).setInputFiles(upload("me.png", await makePng()));
    await page.getByText("me.jpg", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Continue" }).click();
    const error = page.locator("#applicant-passportFrontFile-error");
    await fileInput(page, frontLabel).setInputFiles(upload("scan.pdf", Buffer.from("hello")));
    await error.getByText("The selected file must be a JPG, PNG or PDF").waitFor();
    const locked = makePdf({ password: "secret" });
    await fileInput(page, frontLabel).setInputFiles(upload("scan.pdf", locked));
    await error.getByText(/The selected file is password protected/).waitFor();
    await poll(async () => expect(await page.getByText("scan.pdf").count()).toBe(0));
  });
});
