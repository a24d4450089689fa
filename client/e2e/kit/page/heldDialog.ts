import { expect } from "@jest/globals";
import type { Locator } from "playwright-core";
import { holdRequests, ofOperation } from "./holdRequests";

interface Sending {
  operation: string;
  send: () => Promise<void>;
  /** The name of the button that cancels. */
  cancel: string;
}

/** Expects that a dialog cannot be closed while its call is in flight, and shows an error when the call fails. */
export async function expectHeldOpen(dialog: Locator, { operation, send, cancel }: Sending): Promise<void> {
  const page = dialog.page();
  const call = await holdRequests(page, "**/graphql", ofOperation(operation));
  await send();
  await call.isHeld;
  // Presses Escape twice, because older browsers close a dialog on the second press even if the first is prevented.
  for (let press = 0; press < 2; press++) await page.keyboard.press("Escape");
  expect(await dialog.isVisible()).toBe(true);
  for (const name of [cancel, "Close"])
    expect(await dialog.getByRole("button", { name, exact: true }).isDisabled()).toBe(true);
  call.letGo("abort");
  await dialog.getByText("Network Error").first().waitFor();
  expect(await dialog.getByRole("button", { name: cancel, exact: true }).isEnabled()).toBe(true);
  await page.unroute("**/graphql");
}
