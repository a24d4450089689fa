import type { Page } from "playwright-core";

/** The name of what has the focus: its label, or the words on it. */
export async function nameOfFocus(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement;
    const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : undefined;
    return (element?.getAttribute("aria-label") ?? label ?? element?.textContent ?? "").trim();
  });
}

/** Goes on by Tab to what has that name, or a name that begins so, and presses a key there. */
export async function tabTo(page: Page, name: string, key: string, times = 1): Promise<void> {
  for (let tries = 0; !(await nameOfFocus(page)).startsWith(name); tries++) {
    if (tries > 40) throw new Error(`Tab does not come to ${name}`);
    await page.keyboard.press("Tab");
  }
  for (let pressed = 0; pressed < times; pressed++) await page.keyboard.press(key);
}
