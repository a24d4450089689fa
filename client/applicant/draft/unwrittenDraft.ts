import { getSession } from "../../auth/session";
import { type DraftPlace, draftName } from "../../lib/drafts/draftRecords";
import { saveDraft } from "../../lib/drafts/draftStore";
import type { FormDraft } from "./formDraft";

/**
 * What was typed right before a page is left. Encrypting and IndexedDB take longer than a page that is left has, so it
 * is in sessionStorage until the form is opened next: for this tab only, and without the files.
 */
const itemName = "unwrittenDraft";

export function saveUnwritten(place: DraftPlace, { files: _written, ...draft }: FormDraft): void {
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

interface DraftKind<Draft extends FormDraft> {
  /** Of a draft that has none yet. */
  noFiles: Draft["files"];
  version: number;
  isDraft: (content: unknown) => content is Draft;
}

/** The draft that was found in that place, with what was typed right before this tab left its form. */
export async function withUnwritten<Draft extends FormDraft>(
  place: DraftPlace,
  found: (Draft & { savedAt: Date }) | undefined,
  { noFiles, version, isDraft }: DraftKind<Draft>,
): Promise<(Draft & { savedAt: Date }) | undefined> {
  const text = sessionStorage.getItem(itemName);
  const unwritten = text ? (JSON.parse(text) as { name: string; draft: object }) : undefined;
  if (unwritten?.name !== draftName(place)) return found;
  const draft: unknown = { files: found?.files ?? noFiles, ...unwritten.draft };
  if (!isDraft(draft)) return found;
  const savedAt = await saveDraft(place, version, draft).catch(() => new Date());
  dropUnwritten();
  return { ...draft, savedAt };
}
