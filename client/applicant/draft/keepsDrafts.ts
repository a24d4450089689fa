/** In localStorage, so that a shared computer still keeps nothing after a reload; logging out clears it. */
const offSwitch = "keepNoDraft";

/** Whether the traveller lets this device keep drafts. */
export const keepsDrafts = (): boolean => localStorage.getItem(offSwitch) === null;

export function setKeepsDrafts(isOn: boolean): void {
  if (isOn) localStorage.removeItem(offSwitch);
  else localStorage.setItem(offSwitch, "yes");
}
