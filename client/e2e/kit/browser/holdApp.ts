import type { Page } from "playwright-core";

/** Keeps the app from starting on the next page, by holding React's script until the returned function is called. */
export async function holdApp(page: Page): Promise<() => void> {
  let letCome = () => {};
  const held = new Promise<void>((come) => (letCome = come));
  await page.route(/\/assets\/react-/, async (route) => {
    await held;
    await route.continue();
  });
  return letCome;
}
