import { isCurrentUser } from "../../auth/session";
import { type DraftPlace, draftName, eraseDraft, trackWrite } from "../../lib/drafts/draftRecords";
import { saveDraft } from "../../lib/drafts/draftStore";
import { logFailure } from "../../lib/logFailure";
import { dropUnwritten, type FormDraft, keepsDrafts, saveUnwritten } from "./unwrittenDraft";

/** Writers of the forms open in this tab, by draft name. */
const open = new Map<string, DraftWriter>();

/** Stores the draft of a form that is open in this tab. Returns false if drafts are switched off or storing fails. */
export async function storeOpenDraft(place: DraftPlace): Promise<boolean> {
  if (!keepsDrafts()) return false;
  return (await open.get(draftName(place))?.store()) ?? true;
}

/** Serialises writes and erasing, so that a late write cannot restore an erased draft. */
export class DraftWriter {
  readonly #place: DraftPlace;
  readonly #version: number;
  readonly #onWritten: (savedAt: Date | undefined) => void;
  /** The last scheduled draft, until it has been written. */
  #latest: FormDraft | undefined;
  #pending: FormDraft | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #work: Promise<void> = Promise.resolve();
  #isRefused = false;

  /** `onWritten` receives the time of the write, or undefined if the write failed. */
  constructor(place: DraftPlace, version: number, onWritten: (savedAt: Date | undefined) => void) {
    this.#place = place;
    this.#version = version;
    this.#onWritten = onWritten;
  }

  /** Writes after `delay` ms, replacing any scheduled write. */
  schedule(draft: FormDraft, delay: number): void {
    this.#pending = this.#latest = draft;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.flush(), delay);
  }

  flush(): void {
    clearTimeout(this.#timer);
    const draft = this.#pending;
    this.#pending = undefined;
    if (!draft) return;
    this.#work = this.#work.then(() => this.#write(draft));
    trackWrite(this.#work);
  }

  /** Writes the pending draft and waits for all writes. Returns false if the last one failed. */
  async store(): Promise<boolean> {
    this.flush();
    await this.#work;
    return !this.#isRefused;
  }

  open(): void {
    open.set(draftName(this.#place), this);
  }

  /** Called when the form is unmounted: writes the pending draft and unregisters. */
  close(): void {
    this.flush();
    if (open.get(draftName(this.#place)) === this) open.delete(draftName(this.#place));
  }

  /** Also saves the text to sessionStorage, because the page may be gone before the write finishes. */
  leave(): void {
    if (this.#latest) saveUnwritten(this.#place, this.#latest);
    this.flush();
  }

  /** Erases the draft and cancels scheduled writes. */
  erase(): Promise<void> {
    clearTimeout(this.#timer);
    this.#pending = this.#latest = undefined;
    dropUnwritten();
    this.#work = this.#work.then(() => eraseDraft(this.#place));
    trackWrite(this.#work);
    return this.#work;
  }

  async #write(draft: FormDraft): Promise<void> {
    // After a logout, perhaps in another tab, no draft may be written to the device.
    if (!isCurrentUser(this.#place.userId)) return;
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
