import type { Page } from "playwright-core";
import type { Traveller } from "../../../../server/test/kit/personas/traveller";

/** One screen in one state. */
export interface Screen {
  name: string;
  path: string;
  /** The person logged in on the device; undefined for a visitor. */
  as?: Traveller;
  /** Texts that the spec requires. */
  texts: (string | RegExp)[];
  /** Brings the page into the state. */
  reach?: (page: Page) => Promise<void>;
  /** The server responds with 404, which the browser logs as an error. */
  isAbsent?: boolean;
}

/** Presses the first button with that name. */
export const press = (page: Page, name: string) =>
  page.getByRole("button", { name, exact: true }).first().click();
