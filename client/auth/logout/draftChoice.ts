/** What a traveller who logs out wants done with the drafts on the device. */
export type DraftChoice = "keep" | "erase";

/** The state of a navigation to the logout page after the question was answered elsewhere. */
export interface LogoutState {
  drafts: DraftChoice;
}
