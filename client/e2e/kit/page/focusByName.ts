import type { Page } from "playwright-core";

/** Returns the name of the focused element: its label, or its text. */
export async function nameOfFocus(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement;
    const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : undefined;
    return (element?.getAttribute("aria-label") ?? label ?? element?.textContent ?? "").trim();
  });
}

/** True if the focus was lost: the next Tab or a screen reader would start at the top of the document. */
export const isFocusLost = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.activeElement === null || document.activeElement === document.body);

/** Presses Tab until an element whose name starts with `name` is focused, then presses `key` `times` times. */
export async function tabTo(page: Page, name: string, key: string, times = 1): Promise<void> {
  for (let tries = 0; !(await nameOfFocus(page)).startsWith(name); tries++) {
    if (tries > 40) throw new Error(`Tab does not reach ${name}`);
    await page.keyboard.press("Tab");
  }
  for (let pressed = 0; pressed < times; pressed++) await page.keyboard.press(key);
}
