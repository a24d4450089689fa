import { getSession } from "../../auth/session";
import { type DraftPlace, draftName } from "../../lib/drafts/draftRecords";
import { saveDraft } from "../../lib/drafts/draftStore";
import { noFiles } from "../form/applicantForm";
import {
  type ApplicantDraft,
  draftVersion,
  findApplicantDraft,
  isDraft,
  type RestoredDraft,
} from "./applicantDraft";

/**
 * What was typed right before a page is left. Encrypting and IndexedDB take longer than a page that is left has, so it
 * is in sessionStorage until the wizard is opened next: for this tab only, and without the files.
 */
type UnwrittenDraft = Omit<ApplicantDraft, "files">;

const itemName = "unwrittenDraft";

export function saveUnwritten(place: DraftPlace, { files: _written, ...draft }: ApplicantDraft): void {
  // Logged out meanwhile: nothing of theirs is put on the device again.
  if (getSession()?.userId !== place.userId) return;
  try {
    sessionStorage.setItem(itemName, JSON.stringify({ name: draftName(place), draft }));
  } catch {
    // Storage is full or refused: the last half second is lost, as it was before.
  }
}

export function dropUnwritten(): void {
  sessionStorage.removeItem(itemName);
}

/** What was typed last in that draft; undefined if all of it was written. */
function findUnwritten(place: DraftPlace): UnwrittenDraft | undefined {
  const text = sessionStorage.getItem(itemName);
  const found = text ? (JSON.parse(text) as { name: string; draft: UnwrittenDraft }) : undefined;
  return found?.name === draftName(place) ? found.draft : undefined;
}

/** The draft in that place, with what was typed right before this tab left the wizard. */
export async function restoreApplicantDraft(place: DraftPlace): Promise<RestoredDraft | undefined> {
  const found = await findApplicantDraft(place);
  const unwritten = findUnwritten(place);
  const draft = { files: found?.files ?? noFiles, ...unwritten };
  if (!unwritten || !isDraft(draft)) return found;
  const savedAt = await saveDraft(place, draftVersion, draft).catch(() => new Date());
  dropUnwritten();
  return { ...draft, savedAt };
}
