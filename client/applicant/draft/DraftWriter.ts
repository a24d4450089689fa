import { getSession } from "../../auth/session";
import { type DraftPlace, eraseDraft, trackWrite } from "../../lib/drafts/draftRecords";
import { saveDraft } from "../../lib/drafts/draftStore";
import { logFailure } from "../../lib/logFailure";
import { type ApplicantDraft, draftVersion } from "./applicantDraft";

/** Writes a draft one time after the other, and erases it in the same row, so that no late write brings it back. */
export class DraftWriter {
  readonly #place: DraftPlace;
  readonly #onWritten: (savedAt: Date | undefined) => void;
  #pending: ApplicantDraft | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #work: Promise<void> = Promise.resolve();

  /** `onWritten` is told when it was kept, or undefined where the device refused. */
  constructor(place: DraftPlace, onWritten: (savedAt: Date | undefined) => void) {
    this.#place = place;
    this.#onWritten = onWritten;
  }

  /** Writes in that time, in ms; what was to be written before is left out. */
  schedule(draft: ApplicantDraft, delay: number): void {
    this.#pending = draft;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.flush(), delay);
  }

  /** Writes what is due now. */
  flush(): void {
    clearTimeout(this.#timer);
    const draft = this.#pending;
    this.#pending = undefined;
    if (!draft) return;
    this.#work = this.#work.then(() => this.#write(draft));
    trackWrite(this.#work);
  }

  /** Erases it; what was still to be written is not. */
  erase(): Promise<void> {
    clearTimeout(this.#timer);
    this.#pending = undefined;
    this.#work = this.#work.then(() => eraseDraft(this.#place));
    return this.#work;
  }

  async #write(draft: ApplicantDraft): Promise<void> {
    // Logged out meanwhile, perhaps in another tab: nothing of theirs is put on the device again.
    if (getSession()?.userId !== this.#place.userId) return;
    try {
      this.#onWritten(await saveDraft(this.#place, draftVersion, draft));
    } catch (error) {
      logFailure("Keeping the draft", error);
      this.#onWritten(undefined);
    }
  }
}
