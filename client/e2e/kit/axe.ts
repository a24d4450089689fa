import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";

const source = readFileSync("node_modules/axe-core/axe.min.js", "utf8");
const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** What axe-core finds on the page as it stands: one line for each violation, none where all is well (ux check 53). */
export async function axeViolations(page: Page): Promise<string[]> {
  await page.evaluate(source);
  return page.evaluate(async (runOnly) => {
    const { axe } = window as unknown as { axe: any };
    const { violations } = await axe.run({ runOnly });
    return violations.map(
      ({ id, help, nodes }: any) => `${id}: ${help} – ${nodes.map(({ html }: any) => html).join(" ")}`,
    );
  }, tags);
}
