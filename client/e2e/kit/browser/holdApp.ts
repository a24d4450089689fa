import type { Page } from "playwright-core";

/** Holds the app's scripts on the next page until the returned function is called. */
export async function holdApp(page: Page): Promise<() => void> {
  let letCome = () => {};
  const held = new Promise<void>((come) => (letCome = come));
  await page.route(/\/assets\/react-/, async (route) => {
    await held;
    await route.continue();
  });
  return letCome;
}
