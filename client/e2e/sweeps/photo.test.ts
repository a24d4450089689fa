import { afterEach, beforeAll, expect, test } from "@jest/globals";
import type { BrowserContext, Page } from "playwright-core";
import { signedInTraveller } from "../../../server/test/kit/personas/traveller";
import { poll } from "../../../server/test/kit/poll";
import { readFixedPictures } from "../../../server/test/passport/fixedPictures";
import { makePortrait, type Conditions, type Portrait } from "../../../server/test/photo/drawPortrait";
import { openPage, viewports } from "../kit/browser/browser";
import { enterAs } from "../kit/browser/enterAs";
import { provideFixture } from "../kit/browser/fixture";
import { findViolations } from "../kit/page/findViolations";
import { takePicture } from "../kit/page/takePicture";
import { button, choose, openWizard, type ChosenFile } from "../kit/stories/wizard";

/** Cropping the photo to the face and checking it on the device, with drawn portraits. */

const fixture = provideFixture();
let context: BrowserContext;
let page: Page;
let complaints: string[];
let person: ChosenFile;

const label = "Passport-size photo";
/** A person from the knees up, as in a snapshot. */
const whole: Partial<Portrait> = { width: 1200, height: 1600, centre: 560, crown: 250, head: 520 };

async function draw(
  portrait: Partial<Portrait> = {},
  conditions: Partial<Conditions> = {},
): Promise<ChosenFile> {
  const { jpeg } = await makePortrait(3, { portrait: { ...whole, ...portrait }, conditions });
  return { name: "me.jpg", mimeType: "image/jpeg", buffer: jpeg };
}

beforeAll(async () => {
  person = await draw();
});
afterEach(() => context.close());

async function enterPhotoStep(
  prepare?: (page: Page) => Promise<unknown>,
  viewport = viewports.phone,
): Promise<void> {
  const traveller = await signedInTraveller(fixture.server).withRequest();
  ({ page, context, complaints } = await openPage(fixture.browser, fixture.server.url, viewport));
  await prepare?.(page);
  await enterAs(page, traveller);
  await openWizard(page, traveller);
}

const status = () => page.locator("[data-photo]");
const todo = () =>
  page
    .locator("[data-kind=todo]")
    .evaluateAll((items) => items.map((item) => item.getAttribute("data-check")));

async function chooseAndWait(photo: ChosenFile, state = "checked"): Promise<void> {
  await choose(page, label, photo);
  // The page shows the previous photo's state until the new photo has been prepared.
  if (state === "checked") await page.locator("[data-photo=checking]").waitFor();
  await page.locator(`[data-photo=${state}]`).waitFor();
}

test("a good photo is cropped to the face and passes all checks without an upload", async () => {
  await enterPhotoStep();
  const sent: string[] = [];
  page.on("request", (request) => request.method() === "POST" && sent.push(request.url()));
  await chooseAndWait(person);
  expect(await status().innerText()).toBe("We cut the photo to your face. We found nothing to improve.");
  expect(await page.locator("[data-kind=ok]").count()).toBe(8);
  expect(await findViolations(page)).toEqual([]);
  await takePicture(page, "photo-good");
  expect(sent.filter((url) => !url.includes("/vitals"))).toEqual([]);

  // The editor starts with the proposed crop. Another crop is checked, and the proposal remains available.
  await button(page, `Adjust – ${label}`).click();
  const dialog = page.getByRole("dialog", { name: "Adjust the photo" });
  const zoom = dialog.getByRole("slider", { name: "Zoom" });
  await poll(async () => expect(Number(await zoom.inputValue())).toBeGreaterThan(1.5));
  await zoom.fill("1");
  await button(page, "Use photo").click();
  await poll(async () => expect(await todo()).toContain("headHeight"));
  expect(await findViolations(page)).toEqual([]);
  await takePicture(page, "photo-small-head");
  await button(page, "Cut the photo to my face").press("Enter");
  await poll(async () => expect(await todo()).toEqual([]));
  expect(complaints).toEqual([]);
});

test("hints say what to do about a tilted, dark or blurred photo, a busy background, and two faces or none", async () => {
  await enterPhotoStep(async (open) => open.emulateMedia({ colorScheme: "dark" }), viewports.desktop);
  await chooseAndWait(await draw({ turn: 11 }));
  expect(await todo()).toEqual(["eyesLevel"]);
  await chooseAndWait(await draw({}, { blur: 0.09 }));
  expect(await todo()).toEqual(["sharpness"]);
  await chooseAndWait(await draw({}, { exposure: 0.28 }));
  expect(await todo()).toEqual(expect.arrayContaining(["background", "light"]));
  await chooseAndWait(await draw({ centre: 330, head: 430 }, { people: 2 }));
  expect(await todo()).toContain("oneFace");
  expect(await page.getByText("There is more than one face.").count()).toBe(1);
  await chooseAndWait(await draw({}, { background: "stripes" }));
  expect(await todo()).toEqual(["background"]);
  expect(await findViolations(page)).toEqual([]);
  await takePicture(page, "photo-busy-dark");
  await chooseAndWait(await draw({}, { people: 0 }));
  expect(await todo()).toContain("oneFace");
  expect(await page.locator("[data-kind=notJudged]").count()).toBe(6);
  await takePicture(page, "photo-no-face-dark");
  // The hints do not block the form.
  await button(page, "Continue").click();
  await page.getByRole("heading", { name: "Upload the passport" }).waitFor();
  expect(complaints).toEqual([]);
});

test("a passport page chosen as the photo, or a portrait chosen as the page, can be moved with one tap", async () => {
  await enterPhotoStep();
  const { jpeg } = readFixedPictures("fair")[1]!;
  await chooseAndWait({ name: "page.jpg", mimeType: "image/jpeg", buffer: jpeg });
  await page.getByText("This looks like a passport page.").waitFor();
  expect(await findViolations(page)).toEqual([]);
  await takePicture(page, "photo-is-passport");
  await button(page, "Use it as the passport front page").click();
  await page.locator("[data-photo=none]").waitFor({ state: "attached" });
  await chooseAndWait(person);
  await button(page, "Continue").click();
  await page.locator("[data-passport=read]").waitFor();
  await page
    .getByRole("button", { name: /Remove/ })
    .first()
    .click();
  await choose(page, "Passport front page", person);
  await page.getByText("This looks like a portrait.").waitFor();
  expect(await findViolations(page)).toEqual([]);
  await takePicture(page, "passport-is-photo");
  await button(page, "Use it as the photo").click();
  await page.locator("[data-passport=none]").waitFor({ state: "attached" });
  expect(complaints).toEqual([]);
});

test("a photo that was chosen before the visa's rules were loaded is checked again afterwards", async () => {
  let failures = 0;
  await enterPhotoStep((open) =>
    open.route("**/graphql", (route) =>
      route.request().postData()?.includes('"operationName":"visaGuide"') && failures++ === 0
        ? route.abort()
        : route.fallback(),
    ),
  );
  await chooseAndWait(person);
  expect(await todo()).toEqual([]);
  await page.getByText("This visa: 40 × 60 mm.").waitFor();
  await poll(async () => expect(await todo()).toEqual(["size"]));
  await button(page, `Adjust – ${label}`).click();
  await button(page, "Use photo").click();
  await poll(async () => expect(await todo()).not.toContain("size"));
});

test.each<[string, (open: Page) => Promise<unknown>]>([
  [
    "the model's file has other content",
    (open) =>
      open.route(/faceModel/, (route) =>
        route.fulfill({ body: "<!doctype html>", contentType: "text/html" }),
      ),
  ],
  ["the worker is blocked", (open) => open.route(/photo\.worker/, (route) => route.abort())],
  [
    "memory runs out",
    (open) =>
      open.addInitScript(() => {
        const Original = window.Worker;
        window.Worker = class extends Original {
          constructor(url: string | URL, options?: WorkerOptions) {
            if (String(url).includes("photo")) throw new RangeError("out of memory");
            super(url, options);
          }
        };
      }),
  ],
])("if %s, the form accepts the photo without checks", async (_name, prepare) => {
  await enterPhotoStep(prepare);
  await chooseAndWait(person, "unavailable");
  expect(await status().innerText()).toBe(
    "We could not check the photo on this device. You can continue with it.",
  );
  await page.getByRole("img", { name: label }).waitFor();
  await button(page, "Continue").click();
  await page.getByRole("heading", { name: "Upload the passport" }).waitFor();
});
