import { expect } from "@jest/globals";
import type { Locator } from "playwright-core";
import { holdRequests, ofOperation } from "./holdRequests";

interface Sending {
  operation: string;
  send: () => Promise<void>;
  /** The name of the button next to the one that sends. */
  cancel: string;
}

/** Expects that a dialog stays open while its call is running, and that it shows the failure. */
export async function expectHeldOpen(dialog: Locator, { operation, send, cancel }: Sending): Promise<void> {
  const page = dialog.page();
  const call = await holdRequests(page, "**/graphql", ofOperation(operation));
  await send();
  await call.isHeld;
  // Presses Escape twice, because older browsers close a dialog at the second, even if the page prevents the first.
  for (let press = 0; press < 2; press++) await page.keyboard.press("Escape");
  expect(await dialog.isVisible()).toBe(true);
  for (const name of [cancel, "Close"])
    expect(await dialog.getByRole("button", { name, exact: true }).isDisabled()).toBe(true);
  call.letGo("abort");
  await dialog.getByText("Network Error").first().waitFor();
  expect(await dialog.getByRole("button", { name: cancel, exact: true }).isEnabled()).toBe(true);
  await page.unroute("**/graphql");
}
