/** In localStorage, so that a shared computer stays opted out after a reload. Logging out clears it. */
const offSwitch = "keepNoDraft";

/** True if the traveller allows drafts on this device. */
export const keepsDrafts = (): boolean => localStorage.getItem(offSwitch) === null;

export function setKeepsDrafts(isOn: boolean): void {
  if (isOn) localStorage.removeItem(offSwitch);
  else localStorage.setItem(offSwitch, "yes");
}
