import type { Locator, Page } from "playwright-core";
import { pressApply } from "./travelDate";
import type { ChosenFile } from "./wizard";

/** Counts what a traveller does on a phone. A choice from a list is two taps; a focused field needs none. */
export class Effort {
  taps = 0;
  characters = 0;
  files = 0;

  constructor(readonly page: Page) {}

  async tap(target: Locator): Promise<void> {
    await target.click();
    this.taps++;
  }

  async tapApply(): Promise<void> {
    await pressApply(this.page);
    this.taps++;
  }

  /** Types as on a keyboard, so that characters that the field adds are not counted. */
  async type(target: Locator, text: string): Promise<void> {
    await target.waitFor();
    const hasFocus = await target.evaluate((element) => element === document.activeElement);
    if (!hasFocus) await this.tap(target);
    await target.pressSequentially(text);
    this.characters += text.length;
  }

  async select(target: Locator, option: string): Promise<void> {
    await target.selectOption(option);
    this.taps += 2;
  }

  async upload(label: string | RegExp, file: ChosenFile): Promise<void> {
    const input = this.page.locator("input[type=file]").and(this.page.getByLabel(label)).first();
    await input.setInputFiles(file);
    this.taps++;
    this.files++;
  }
}
