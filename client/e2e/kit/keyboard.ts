import axeCore from "axe-core";
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

/** What axe-core finds wrong with the page as it is now: `rule: selector` of each. */
export async function findViolations(page: Page): Promise<string[]> {
  await page.evaluate(axeCore.source);
  return page.evaluate(async () => {
    const { axe } = window as unknown as { axe: typeof axeCore };
    const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
    const { violations } = await axe.run({ runOnly: tags });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${String(target)}`));
  });
}
