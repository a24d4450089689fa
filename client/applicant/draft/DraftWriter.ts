import { getSession } from "../../auth/session";
import { type DraftPlace, draftName, eraseDraft, trackWrite } from "../../lib/drafts/draftRecords";
import { saveDraft } from "../../lib/drafts/draftStore";
import { logFailure } from "../../lib/logFailure";
import type { FormDraft } from "./formDraft";
import { keepsDrafts } from "./keepsDrafts";
import { dropUnwritten, saveUnwritten } from "./unwrittenDraft";

/** The writers of the forms that are open in this tab, by the name of the draft. */
const open = new Map<string, DraftWriter>();

/** Stores what was entered in the form of that draft; false if the device does not have all of it. */
export async function storeOpenDraft(place: DraftPlace): Promise<boolean> {
  if (!keepsDrafts()) return false;
  return (await open.get(draftName(place))?.store()) ?? true;
}

/** Writes a draft one time after the other, and erases it in the same row, so that no late write brings it back. */
export class DraftWriter {
  readonly #place: DraftPlace;
  readonly #version: number;
  readonly #onWritten: (savedAt: Date | undefined) => void;
  /** To be written, or being written. */
  #latest: FormDraft | undefined;
  #pending: FormDraft | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #work: Promise<void> = Promise.resolve();
  #isRefused = false;

  /** `onWritten` is told when it was kept, or undefined where the device refused. */
  constructor(place: DraftPlace, version: number, onWritten: (savedAt: Date | undefined) => void) {
    this.#place = place;
    this.#version = version;
    this.#onWritten = onWritten;
  }

  /** Writes in that time, in ms; what was to be written before is left out. */
  schedule(draft: FormDraft, delay: number): void {
    this.#pending = this.#latest = draft;
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

  /** Writes what is due; false if the device refuses it. */
  async store(): Promise<boolean> {
    this.flush();
    await this.#work;
    return !this.#isRefused;
  }

  /** The form is shown. */
  open(): void {
    open.set(draftName(this.#place), this);
  }

  /** The form is gone: what is due is written, and nothing after it. */
  close(): void {
    this.flush();
    if (open.get(draftName(this.#place)) === this) open.delete(draftName(this.#place));
  }

  /** Writes what is due, and keeps it for a page that may not live until that is done. */
  leave(): void {
    if (this.#latest) saveUnwritten(this.#place, this.#latest);
    this.flush();
  }

  /** Erases it; what was still to be written is not. */
  erase(): Promise<void> {
    clearTimeout(this.#timer);
    this.#pending = this.#latest = undefined;
    dropUnwritten();
    this.#work = this.#work.then(() => eraseDraft(this.#place));
    return this.#work;
  }

  async #write(draft: FormDraft): Promise<void> {
    // Logged out meanwhile, perhaps in another tab: nothing of theirs is put on the device again.
    if (getSession()?.userId !== this.#place.userId) return;
    try {
      this.#onWritten(await saveDraft(this.#place, this.#version, draft));
      this.#isRefused = false;
      if (this.#latest !== draft) return;
      this.#latest = undefined;
      dropUnwritten();
    } catch (error) {
      logFailure("Keeping the draft", error);
      this.#isRefused = true;
      this.#onWritten(undefined);
    }
  }
}
