import axe from "axe-core";
import type { Page } from "playwright-core";

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

interface Violation {
  id: string;
  nodes: { html: string; failureSummary?: string }[];
}

/** Waits until nothing on the page moves. */
export async function animationsEnd(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => undefined)));
  });
}

/** What axe finds wrong with the page as it stands (ux §5, check 53), a line for each; empty where all is well. */
export async function findViolations(page: Page): Promise<string[]> {
  // A page in mid-animation has the colours of neither state.
  await animationsEnd(page);
  await page.evaluate(axe.source);
  const violations = await page.evaluate(async (values) => {
    const inPage = window as unknown as {
      axe: { run: (root: Document, options: object) => Promise<{ violations: Violation[] }> };
    };
    const results = await inPage.axe.run(document, { runOnly: { type: "tag", values } });
    return results.violations;
  }, tags);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary ?? ""}`),
  );
}
