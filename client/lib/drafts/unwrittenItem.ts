import { readStored } from "../tabStorage";

/** Beginning of the names of an account's drafts. */
export const accountPrefix = (userId: string) => `draft:${userId}:`;

/** The item in sessionStorage that holds text typed right before the page was left. */
export const unwrittenItem = "unwrittenDraft";

/** Removes the item unless it is of this account. Separate from the drafts' code, because every page needs it. */
export function dropUnwrittenOfOthers(userId: string | undefined): void {
  const name = readStored<{ name: string }>(unwrittenItem)?.name;
  if (!userId || !name?.startsWith(accountPrefix(userId))) sessionStorage.removeItem(unwrittenItem);
}
