export type DraftChoice = "keep" | "erase";

/** Navigation state for the logout page, if the user has already chosen elsewhere. */
export interface LogoutState {
  drafts: DraftChoice;
}
