import type { Page } from "playwright-core";

/** Keeps the app from a page that is about to open; call what it answers to let it come. */
export async function holdApp(page: Page): Promise<() => void> {
  let letCome = () => {};
  const held = new Promise<void>((come) => (letCome = come));
  await page.route(/\/assets\/react-/, async (route) => {
    await held;
    await route.continue();
  });
  return letCome;
}
