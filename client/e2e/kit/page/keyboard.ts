import type { Locator, Page } from "playwright-core";

/** More tab stops than any page has between two controls of the main journey. */
const maxStops = 150;

/**
 * Presses Tab until `target` is focused. Throws if it is never reached, or if a stop on the way is invisible.
 * Invisible means hidden, covered, or without a focus indicator (WCAG 2.4.7, 2.4.11).
 */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let stop = 0; stop < maxStops; stop++) {
    if (await hasFocus(target)) return;
    await page.keyboard.press("Tab");
    await untilFocusIsSeen(page);
  }
  throw new Error(`Not reached by Tab: ${String(target)}`);
}

/** Tabs to a control and presses a key on it. */
export async function pressOn(page: Page, target: Locator, key: "Enter" | "Space" = "Enter"): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** Tabs to a field and types. */
export async function typeInto(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.type(text);
}

/** Opens the file chooser by keyboard and picks the files. */
export async function chooseBy(page: Page, target: Locator, files: string | string[]): Promise<void> {
  // Registered before tabbing, so that the browser intercepts the chooser when the key is pressed.
  const opened = page.waitForEvent("filechooser");
  await tabTo(page, target);
  await page.keyboard.press("Enter");
  const chooser = await opened;
  await chooser.setFiles(files);
}

/** Waits until the focus is visible. Polls, because the browser takes a moment to scroll to the focus. */
export async function untilFocusIsSeen(page: Page): Promise<void> {
  let unseen: string | undefined;
  for (let tries = 0; tries < 40; tries++) {
    unseen = await findUnseenFocus(page);
    if (!unseen) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`The focus cannot be seen: ${unseen}`);
}

async function hasFocus(target: Locator): Promise<boolean> {
  if ((await target.count()) === 0) return false;
  return target.first().evaluate((element) => element === document.activeElement && document.hasFocus());
}

/** Returns why the focus is not visible, with the focused element's HTML; undefined if it is visible. */
async function findUnseenFocus(page: Page): Promise<string | undefined> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    if (!(focused instanceof HTMLElement) || focused === document.body || focused.tagName === "IFRAME")
      return;
    // Ignores a heading that the page has focused, because it is not a tab stop.
    if (focused.tabIndex < 0) return;
    const said = focused.outerHTML.slice(0, 160);
    // A file input is drawn as its label.
    const drawn = focused.matches("input[type=file]")
      ? (focused.closest("label") ?? focused.parentElement ?? focused)
      : focused;
    const box = drawn.getBoundingClientRect();
    if (box.width === 0 || box.height === 0) return `no box: ${said}`;
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const isInWindow = x >= 0 && x <= innerWidth && box.bottom > 0 && box.top < innerHeight;
    if (!isInWindow) return `out of the window: ${said}`;
    const corners = [
      [x, y],
      [x, Math.max(box.top + 2, 1)],
      [x, Math.min(box.bottom - 2, innerHeight - 1)],
      [box.left + 2, y],
      [box.right - 2, y],
    ];
    const isShown = corners.some(([left, top]) => {
      const hit = document.elementFromPoint(left!, top!);
      return hit !== null && (drawn.contains(hit) || hit.contains(drawn));
    });
    if (!isShown) return `covered: ${said}`;
    const marks = [focused, drawn].map((element) => getComputedStyle(element));
    const isMarked = marks.some(
      ({ outlineStyle, outlineWidth, boxShadow }) =>
        (outlineStyle !== "none" && parseFloat(outlineWidth) >= 1) || boxShadow !== "none",
    );
    return isMarked ? undefined : `no mark: ${said}`;
  });
}
