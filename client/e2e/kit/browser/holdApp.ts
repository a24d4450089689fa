import type { Page } from "playwright-core";

/** Blocks the app's scripts on the next page; call the returned function to release them. */
export async function holdApp(page: Page): Promise<() => void> {
  let letCome = () => {};
  const held = new Promise<void>((come) => (letCome = come));
  await page.route(/\/assets\/react-/, async (route) => {
    await held;
    await route.continue();
  });
  return letCome;
}
