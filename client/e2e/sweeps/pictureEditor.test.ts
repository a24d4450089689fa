import { beforeAll, expect, test } from "@jest/globals";
import { makePhoneJpeg } from "../../../server/test/kit/files/makeImage";
import { findViolations } from "../kit/page/findViolations";
import { nameOfFocus, tabTo } from "../kit/page/focusByName";
import { tabTo as tabToSeen, untilFocusIsSeen } from "../kit/page/keyboard";
import { viewports } from "../kit/browser/browser";
import { enterWizard } from "../kit/stories/provideWizard";
import { colourAt, fileInput, readOutcome, upload } from "../kit/page/pictures";
import { waitFor } from "../../../server/test/kit/waitFor";
import { poll } from "../../../server/test/kit/poll";
import { provideFixture } from "../kit/browser/fixture";

/** Rotating and cropping a picture with only the keyboard (WCAG 2.1.1), and so without dragging (WCAG 2.5.7). */

const photoLabel = "Passport-size photo";
const frontLabel = "Passport front page";

const fixture = provideFixture();
let photo: Buffer;
let scan: Buffer;

/** A visa whose photo has the usual size of 35 × 45 mm. */
const usualShape = "bahrain-14-days-tourist-visa-single-entry";

beforeAll(async () => {
  [photo, scan] = await Promise.all([
    makePhoneJpeg({ width: 1500, height: 2000 }),
    makePhoneJpeg({ width: 2000, height: 1500 }),
  ]);
});

test("in a low window, the dialog's buttons do not cover the tools", async () => {
  const viewport = { width: 640, height: 360 };
  const { page, context } = await enterWizard(fixture, { visaUrl: usualShape, viewport });
  await fileInput(page, photoLabel).setInputFiles(upload("me.jpg", photo));
  await readOutcome(page);
  await page.getByRole("button", { name: `Adjust – ${photoLabel}` }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Adjust the photo" });
  await dialog.getByRole("application").waitFor();
  await poll(async () => expect(await nameOfFocus(page)).toBe("Turn left"));
  await untilFocusIsSeen(page);
  await tabToSeen(page, dialog.getByRole("button", { name: "Use photo" }));
  await context.close();
});

test("a photo can be rotated, zoomed and moved, and Cancel and Escape discard the change", async () => {
  const { page, context, complaints } = await enterWizard(fixture, { visaUrl: usualShape });
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
    await poll(async () => expect(await shown.getAttribute("src")).toBe(before));
    await poll(async () => expect(await nameOfFocus(page)).toBe(`Adjust – ${photoLabel}`));
  }

  await page.keyboard.press("Enter");
  await dialog.getByRole("application").waitFor();
  await poll(async () => expect(await findViolations(page)).toEqual([]));
  await tabTo(page, "Turn right", "Enter");
  await dialog.getByText("Turned right, 90 degrees").waitFor({ state: "attached" });
  await waitFor("the picture is turned", async () => (await dialog.locator("[aria-busy]").count()) === 0);
  await tabTo(page, "Zoom in", "Enter", 4);
  await tabTo(page, "Move left", "Enter", 3);
  await tabTo(page, "Frame of the photo", "ArrowLeft", 20);
  await tabTo(page, "Use photo", "Enter");
  await dialog.waitFor({ state: "hidden" });
  await waitFor("another picture", async () => (await shown.getAttribute("src")) !== before);
  // The red band, first at the top, is now at the right. Moving the picture left has brought more of it into
  // view.
  expect(await colourAt(shown, 0.85, 0.5)).toBe("red");
  expect([await colourAt(shown, 0.1, 0.1), await colourAt(shown, 0.1, 0.9)]).toEqual(["grey", "grey"]);
  await poll(async () => expect(await nameOfFocus(page)).toBe(`Adjust – ${photoLabel}`));
  expect((await readOutcome(page)).kilobytes).toBeLessThanOrEqual(100);

  // A second edit starts from the original file with the first edit applied.
  const turned = await shown.getAttribute("src");
  await page.keyboard.press("Enter");
  await dialog.getByRole("application").waitFor();
  const zoom = dialog.getByRole("slider", { name: "Zoom" });
  await waitFor("the zoom of the first edit", async () => (await zoom.inputValue()) === "2");
  await tabTo(page, "Use photo", "Enter");
  await waitFor("another picture", async () => (await shown.getAttribute("src")) !== turned);
  expect(await colourAt(shown, 0.85, 0.5)).toBe("red");
  expect(complaints).toEqual([]);
  await context.close();
});

test("a scan can be cropped to one page, and its editor has no axe violations", async () => {
  const { page, context, complaints } = await enterWizard(fixture, { viewport: viewports.desktop });
  await fileInput(page, photoLabel).setInputFiles(upload("me.jpg", photo));
  await readOutcome(page);
  await page.getByRole("button", { name: "Continue" }).click();
  await fileInput(page, frontLabel).setInputFiles(upload("front.jpg", scan));
  await readOutcome(page);
  await page.getByRole("button", { name: `Adjust – ${frontLabel}` }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Adjust the scan" });
  await dialog.getByRole("application").waitFor();
  await tabTo(page, "Whole picture", "ArrowRight");
  await poll(async () => expect(await dialog.getByLabel("One page").isChecked()).toBe(true));
  await poll(async () => expect(await findViolations(page)).toEqual([]));
  await tabTo(page, "Use scan", "Enter");
  await page
    .getByText(/→ \d+ KB, 1476 × 1039 px/)
    .first()
    .waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test("Use keeps an earlier crop, even before the rotated picture has been drawn", async () => {
  const { page, context } = await enterWizard(fixture, { visaUrl: usualShape });
  await fileInput(page, photoLabel).setInputFiles(upload("me.jpg", photo));
  await readOutcome(page);
  const shown = page.getByRole("img", { name: photoLabel });
  const dialog = page.getByRole("dialog", { name: "Adjust the photo" });
  const open = () => page.getByRole("button", { name: `Adjust – ${photoLabel}` }).press("Enter");
  const use = async () => {
    const before = await shown.getAttribute("src");
    await dialog.getByRole("button", { name: "Use photo" }).click();
    await waitFor("another picture", async () => (await shown.getAttribute("src")) !== before);
  };
  const zoom = dialog.getByRole("slider", { name: "Zoom" });
  await open();
  await dialog.getByRole("application").waitFor();
  await dialog.getByRole("button", { name: "Turn right" }).click();
  await waitFor("the picture is turned", async () => (await dialog.locator("[aria-busy]").count()) === 0);
  for (let step = 0; step < 4; step++) await dialog.getByRole("button", { name: "Zoom in" }).click();
  await poll(async () => expect(await zoom.inputValue()).toBe("2"));
  await use();

  const release = await page.evaluateHandle(holdRotations);
  await open();
  await use();
  await release.evaluate((restore) => restore());
  await open();
  await dialog.getByRole("application").waitFor();
  await poll(async () => expect(await zoom.inputValue()).toBe("2"));
  await context.close();
});

/** Runs in the page: no worker gets a task that rotates a picture, until the returned function is called. */
function holdRotations(): () => void {
  const send = Worker.prototype.postMessage as (this: Worker, task: unknown) => void;
  Worker.prototype.postMessage = function (this: Worker, task: unknown) {
    const { kind, turn } = (task ?? {}) as { kind?: string; turn?: number };
    if (kind !== "turn" || turn === 0) send.call(this, task);
  };
  return () => {
    Worker.prototype.postMessage = send;
  };
}
