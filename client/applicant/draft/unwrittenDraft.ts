import { isCurrentUser } from "../../auth/session";
import { draftName, type DraftPlace } from "../../lib/drafts/draftRecords";
import { findDraft, saveDraft } from "../../lib/drafts/draftStore";
import { unwrittenItem } from "../../lib/drafts/unwrittenItem";
import type { Step } from "../form/wizardSteps";

/**
 * Stores text typed right before the page is left, when encryption and IndexedDB would be too slow. It is in
 * sessionStorage, for this tab only and without files, until the form is next opened.
 */
export function saveUnwritten(place: DraftPlace, { files: _written, ...draft }: FormDraft): void {
  // After a logout, no draft may be written to the device.
  if (!isCurrentUser(place.userId)) return;
  // All forms share this item, so an empty draft would overwrite another form's text.
  if (isEmptyDraft({ ...draft, files: {} })) return;
  try {
    sessionStorage.setItem(
      unwrittenItem,
      JSON.stringify({ name: draftName(place), savedAt: Date.now(), draft }),
    );
  } catch {
    // Storage is full or blocked: the last half second of typing is lost.
  }
}

export function dropUnwritten(): void {
  sessionStorage.removeItem(unwrittenItem);
}

interface DraftKind<Draft extends FormDraft> {
  version: number;
  /** The value of `files` if no draft was stored before. */
  noFiles?: object;
  /** Rejects a draft whose shape has changed although its version was not increased. */
  isDraft?: (content: unknown) => content is Draft;
}

export type Restored<Draft extends FormDraft> = Draft & { savedAt: Date };

/** Returns the stored draft of a form, with the text typed right before this tab left it if that is newer. */
export async function findFormDraft<Draft extends FormDraft>(
  place: DraftPlace,
  { version, noFiles = {}, isDraft = hasParts }: DraftKind<Draft>,
): Promise<Restored<Draft> | undefined> {
  const stored = await findDraft(place, version);
  const found =
    stored && isDraft(stored.content) ? { ...stored.content, savedAt: stored.savedAt } : undefined;
  const text = sessionStorage.getItem(unwrittenItem);
  const unwritten = text ? (JSON.parse(text) as { name: string; savedAt: number; draft: object }) : undefined;
  if (unwritten?.name !== draftName(place)) return found;
  // The form was stored after this tab left it, perhaps by another tab.
  if (found && found.savedAt.getTime() > unwritten.savedAt) {
    dropUnwritten();
    return found;
  }
  const draft: unknown = { files: found?.files ?? noFiles, ...unwritten.draft };
  if (!isDraft(draft)) return found;
  const savedAt = await saveDraft(place, version, draft).catch(() => new Date());
  dropUnwritten();
  return { ...draft, savedAt };
}

function hasParts<Draft extends FormDraft>(content: unknown): content is Draft {
  const { values, files } = content as Partial<FormDraft>;
  return typeof values === "object" && typeof files === "object";
}

/** The parts of a form that a draft stores: typed values, and files, which are written immediately. */
export interface FormDraft {
  values: object;
  files: object;
  later?: object;
  answers?: object;
  travelDate?: object;
  step?: Step;
}

/** True if nothing is left to store, e.g. after the only file has been removed. */
export const isEmptyDraft = ({ values, files, later = {}, answers = {} }: FormDraft): boolean =>
  [values, files, later, answers].every((part) => Object.keys(part).length === 0);

/** Stored in localStorage, so that drafts stay off after a reload, e.g. on a shared computer. Logging out clears it. */
const offSwitch = "keepNoDraft";

export const keepsDrafts = (): boolean => localStorage.getItem(offSwitch) === null;

export function setKeepsDrafts(isOn: boolean): void {
  if (isOn) localStorage.removeItem(offSwitch);
  else localStorage.setItem(offSwitch, "yes");
}
