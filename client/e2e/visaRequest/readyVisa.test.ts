import { beforeAll, expect, test } from "@jest/globals";
import { signInStaff } from "../../../server/test/kit/personas/staff";
import { poll } from "../../../server/test/kit/poll";
import { startReview, visaPdf, type ReviewScene } from "../../../server/test/kit/stories/review";
import { viewports } from "../kit/browser/browser";
import { provideFixture } from "../kit/browser/fixture";
import { signedInPage } from "../kit/browser/signedInPage";
import { expectUsable } from "../kit/page/findViolations";
import { takePicture } from "../kit/page/takePicture";
import { waitForIdle } from "../kit/page/waitForIdle";
import { openApplication } from "../kit/stories/application";
import { approveTraveller } from "../kit/stories/staffConsole";

/** An approved applicant's visa: its position on the page, printing and sharing it. Also the page itself in print. */

const fixture = provideFixture();
let scene: ReviewScene;
let person: string;

beforeAll(async () => {
  const staff = await signInStaff(fixture.server);
  scene = await startReview(fixture.server, staff);
  const [applicant] = scene.applicants;
  await approveTraveller(scene, applicant);
  person = `${applicant.firstName} ${applicant.lastName}`;
});

test.each(["application", "visaapplicants"])(
  "on a phone, VIEW VISA is visible on /%s without scrolling",
  async (path) => {
    const { page, context, complaints } = await signedInPage(fixture.browser, scene.traveller);
    await page.goto(`/${path}/${scene.visaRequestId}`);
    const ready = page.getByRole("region", { name: "Visa files" });
    await ready.getByRole("heading", { name: person }).waitFor();
    const view = ready.getByRole("link", { name: /^VIEW VISA/ });
    await waitForIdle(page);
    const { y, height } = (await view.boundingBox())!;
    expect(y + height).toBeLessThanOrEqual(viewports.phone.height);
    await ready.getByRole("link", { name: /^Save visa/ }).waitFor();
    await takePicture(page, `phone-ready-${path}`);
    await expectUsable(page);
    // There is no Share button, because this browser cannot share files.
    await poll(async () => expect(await ready.getByRole("button", { name: /^Share visa/ }).count()).toBe(0));
    expect(complaints).toEqual([]);
    await context.close();
  },
);

test("Print visa prints the visa instead of the page", async () => {
  const { page, context, complaints } = await openApplication(fixture.browser, scene);
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute("data-asked-to-print", "");
  });
  await page.getByRole("button", { name: /^Print visa/ }).click();
  await page.locator("body[data-asked-to-print]").waitFor();
  await page.emulateMedia({ media: "print" });
  const printed = page.getByRole("img", { name: `Visa of ${person}, page 1 of 1` });
  await poll(async () => expect(await printed.isVisible()).toBe(true));
  expect(
    await printed.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth),
  ).toBeGreaterThan(1000);
  await poll(async () => expect(await page.getByRole("heading", { level: 1 }).count()).toBe(0));
  await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
  await poll(async () => expect(await printed.count()).toBe(0));
  expect(complaints).toEqual([]);
  await context.close();
});

test("Share visa shares the visa as a file if the browser supports it", async () => {
  const { page, context } = await signedInPage(fixture.browser, scene.traveller);
  await page.addInitScript(() => {
    navigator.canShare = () => true;
    navigator.share = async (data) => {
      const [file] = data?.files ?? [];
      document.body.dataset["shared"] = `${file?.name} ${file?.type} ${file?.size}`;
    };
  });
  await page.goto(`/application/${scene.visaRequestId}`);
  await page.getByRole("button", { name: /^Share visa/ }).click();
  await page
    .locator(`body[data-shared="${person} - Vietnam visa.pdf application/pdf ${visaPdf().bytes.length}"]`)
    .waitFor();
  await context.close();
});

test("the page is printed in black on white, and its buttons have a border in forced colours", async () => {
  const { page, context } = await openApplication(fixture.browser, scene);
  /** Returns all colours on the page as printed. */
  const printedColours = async (colorScheme: "light" | "dark") => {
    await page.emulateMedia({ media: "print", colorScheme });
    return page.evaluate(() =>
      [...document.querySelectorAll("body, body *")].map((one) => {
        const { backgroundColor, color } = getComputedStyle(one);
        return `${one.tagName} ${color} on ${backgroundColor}`;
      }),
    );
  };
  await poll(async () => expect(await printedColours("dark")).toEqual(await printedColours("light")));
  expect((await printedColours("dark"))[0]).toBe("BODY rgb(0, 0, 0) on rgb(255, 255, 255)");
  const scheme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
  await poll(async () => expect(await scheme()).toBe("light"));

  await page.emulateMedia({ media: "screen", forcedColors: "active" });
  const borderOf = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((one) => getComputedStyle(one).borderTopWidth);
  await poll(async () => expect(await borderOf("a:has-text('VIEW VISA')")).not.toBe("0px"));
  await page.goto("/");
  await poll(async () => expect(await borderOf("form[role=search] button[type=submit]")).not.toBe("0px"));
  await context.close();
});
