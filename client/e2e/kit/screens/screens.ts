import type { Page } from "playwright-core";
import type { Traveller } from "../../../../server/test/kit/personas/traveller";

/** One screen in one state. */
export interface Screen {
  name: string;
  path: string;
  /** Whose session the device holds; a visitor without. */
  as?: Traveller;
  /** What has to stand on it, in the words of the spec. */
  texts: (string | RegExp)[];
  /** Leads from the address to the state. */
  reach?: (page: Page) => Promise<void>;
  /** The document itself is a 404, which the browser logs. */
  isAbsent?: boolean;
}

/** Presses the first button of that name. */
export const press = (page: Page, name: string) =>
  page.getByRole("button", { name, exact: true }).first().click();
