import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect } from "@jest/globals";
import type { Page } from "playwright-core";
import { poll } from "../../../../server/test/kit/poll";
import { sizes } from "../browser/browser";
import { findSidewaysScroll, findSmallTargets } from "./checkPage";
import { waitForIdle } from "./waitForIdle";

const require = createRequire(import.meta.url);
/** The minified build, which halves the bytes to transfer and parse per document. */
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

const allRules = {
  type: "tag",
  values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
};
/** The only rules whose result depends on the theme. */
const colourRules = { type: "rule", values: ["color-contrast", "link-in-text-block"] };

interface Violation {
  id: string;
  nodes: { html: string; failureSummary?: string }[];
}

/** Returns axe's violations on the page, or in the part of it that `within` selects, one line each. */
export async function findViolations(page: Page, within = "html", runOnly = allRules): Promise<string[]> {
  await waitForIdle(page);
  // axe is large, so it is injected only once per document.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe);
  const violations = await page.evaluate(
    async ([root, runOnly]) => {
      const inPage = window as unknown as {
        axe: { run: (root: string, options: object) => Promise<{ violations: Violation[] }> };
      };
      const results = await inPage.axe.run(root, {
        runOnly,
        // Omits the details of passed rules.
        resultTypes: ["violations"],
      });
      return results.violations;
    },
    [within, runOnly] as const,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary ?? ""}`),
  );
}

/** Expects no violations, sideways scrolling or small controls in the current window and theme. */
export const expectUsable = (page: Page): Promise<void> =>
  poll(async () =>
    expect([
      ...(await findSidewaysScroll(page)),
      ...(await findSmallTargets(page)),
      ...(await findViolations(page)),
    ]).toEqual([]),
  );

/** Returns axe's violations in the light and in the dark theme. */
export async function findViolationsInThemes(page: Page, within?: string): Promise<string[]> {
  const found: string[] = [];
  for (const [colorScheme, rules] of [
    ["light", allRules],
    ["dark", colourRules],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    const violations = await findViolations(page, within, rules);
    found.push(...violations.map((violation) => `${colorScheme}: ${violation}`));
  }
  return found;
}

/**
 * Expects no violations in either theme and no sideways scrolling, at the size of a phone and of a laptop. Leaves the
 * page at the laptop's size.
 */
export const expectNoViolations = (page: Page, within?: string): Promise<void> =>
  poll(async () => expect(await findViolationsInSizes(page, within)).toEqual([]));

async function findViolationsInSizes(page: Page, within?: string): Promise<string[]> {
  const found: string[] = [];
  for (const [size, viewport] of sizes) {
    await page.setViewportSize(viewport);
    const faults = [...(await findViolationsInThemes(page, within)), ...(await findSidewaysScroll(page))];
    found.push(...faults.map((fault) => `${size}: ${fault}`));
  }
  return found;
}
