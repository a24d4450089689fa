import type { BrowserContext } from "playwright-core";

/**
 * Disables reading passports and checking photos, as on a device without enough memory. For suites that do not
 * test them: the readers take 1.7 s of CPU time per applicant, and 1.2 s after each reload.
 */
export async function withoutPictureChecks(context: BrowserContext): Promise<void> {
  await context.addInitScript(refuseReaders);
  for (const page of context.pages()) await page.evaluate(refuseReaders);
}

/** Runs in the page. */
function refuseReaders(): void {
  const Original = window.Worker;
  window.Worker = class extends Original {
    constructor(url: string | URL, options?: WorkerOptions) {
      if (/(photo|passport)\.worker/.test(String(url))) throw new RangeError("out of memory");
      super(url, options);
    }
  };
}
