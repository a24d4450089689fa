import { beforeAll, expect, test } from "@jest/globals";
import { makePhoneJpeg } from "../../../server/modules/file/testing/makeImage";
import { findViolations } from "../kit/findViolations";
import { nameOfFocus, tabTo } from "../kit/focusByName";
import { viewports } from "../kit/browser";
import { openWizard } from "../kit/openWizard";
import { colourAt, fileInput, readOutcome, until, upload } from "../kit/pictures";
import { soon } from "../kit/soon";
import { setStage } from "../kit/stage";

/** Turning and cropping a picture, by the keyboard alone (WCAG 2.5.7). */

const photoLabel = "Passport-size photo";
const frontLabel = "Passport front page";

const stage = setStage();
let photo: Buffer;
let scan: Buffer;

beforeAll(async () => {
  [photo, scan] = await Promise.all([
    makePhoneJpeg({ width: 1500, height: 2000 }),
    makePhoneJpeg({ width: 2000, height: 1500 }),
  ]);
});

test("a photo is turned, zoomed and moved; the focus comes back; Cancel and Escape keep it", async () => {
  const { page, context, complaints } = await openWizard(stage.browser, stage.server);
  await fileInput(page, photoLabel).setInputFiles(upload("me.jpg", photo));
  await readOutcome(page);
  const adjust = page.getByRole("button", { name: `Adjust – ${photoLabel}` });
  const dialog = page.getByRole("dialog", { name: "Adjust the photo" });
  const shown = page.getByRole("img", { name: photoLabel });
  const before = await shown.getAttribute("src");

  await adjust.focus();
  for (const leave of [() => tabTo(page, "Cancel", "Enter"), () => page.keyboard.press("Escape")]) {
    await page.keyboard.press("Enter");
    await dialog.getByRole("application").waitFor();
    await tabTo(page, "Turn right", "Enter");
    await leave();
    await dialog.waitFor({ state: "hidden" });
    await soon(async () => expect(await shown.getAttribute("src")).toBe(before));
    await soon(async () => expect(await nameOfFocus(page)).toBe(`Adjust – ${photoLabel}`));
  }

  await page.keyboard.press("Enter");
  await dialog.getByRole("application").waitFor();
  await soon(async () => expect(await findViolations(page)).toEqual([]));
  await tabTo(page, "Turn right", "Enter");
  await dialog.getByText("Turned right, 90 degrees").waitFor({ state: "attached" });
  await until(async () => (await dialog.locator("[aria-busy]").count()) === 0, "the turned picture");
  await tabTo(page, "Zoom in", "Enter", 4);
  await tabTo(page, "Move left", "Enter", 3);
  await tabTo(page, "Frame of the photo", "ArrowLeft", 20);
  await tabTo(page, "Use photo", "Enter");
  await dialog.waitFor({ state: "hidden" });
  await until(async () => (await shown.getAttribute("src")) !== before, "another picture");
  // The red band of the top lies at the right now, and moving the picture left has brought more of it in.
  expect(await colourAt(shown, 0.85, 0.5)).toBe("red");
  expect([await colourAt(shown, 0.1, 0.1), await colourAt(shown, 0.1, 0.9)]).toEqual(["grey", "grey"]);
  await soon(async () => expect(await nameOfFocus(page)).toBe(`Adjust – ${photoLabel}`));
  expect((await readOutcome(page)).kilobytes).toBeLessThanOrEqual(100);

  // Adjusted again, it begins with the chosen file and with what was done to it.
  const turned = await shown.getAttribute("src");
  await page.keyboard.press("Enter");
  await dialog.getByRole("application").waitFor();
  const zoom = dialog.getByRole("slider", { name: "Zoom" });
  await until(async () => (await zoom.inputValue()) === "2", "the zoom of before");
  await tabTo(page, "Use photo", "Enter");
  await until(async () => (await shown.getAttribute("src")) !== turned, "another picture");
  expect(await colourAt(shown, 0.85, 0.5)).toBe("red");
  expect(complaints).toEqual([]);
  await context.close();
});

test("a scan is cut to one page, and its editor has nothing that axe finds", async () => {
  const { page, context, complaints } = await openWizard(stage.browser, stage.server, viewports.desktop);
  await fileInput(page, photoLabel).setInputFiles(upload("me.jpg", photo));
  await readOutcome(page);
  await page.getByRole("button", { name: "Continue" }).click();
  await fileInput(page, frontLabel).setInputFiles(upload("front.jpg", scan));
  await readOutcome(page);
  await page.getByRole("button", { name: `Adjust – ${frontLabel}` }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Adjust the scan" });
  await dialog.getByRole("application").waitFor();
  await tabTo(page, "Whole picture", "ArrowRight");
  await soon(async () => expect(await dialog.getByLabel("One page").isChecked()).toBe(true));
  await soon(async () => expect(await findViolations(page)).toEqual([]));
  await tabTo(page, "Use scan", "Enter");
  await page
    .getByText(/→ \d+ KB, 1476 × 1039 px/)
    .first()
    .waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});
