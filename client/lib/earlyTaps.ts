/**
 * The buttons that somebody tapped while the app was still on its way: nothing answers there yet but links and fields. One
 * that was tapped again and again, as nothing happened, is wanted once.
 */
const tapped = new Set<HTMLElement>();

const keep = ({ target }: Event) => {
  const button = target instanceof Element ? target.closest("button") : null;
  if (button) tapped.add(button);
};

/** From the first script of the page on. */
export function keepEarlyTaps(): void {
  document.addEventListener("click", keep, true);
}

/** Once React listens, which takes over at once what somebody taps: what it has answered must not be repeated. */
export function leaveTapsToReact(): void {
  document.removeEventListener("click", keep, true);
}

/** When the page answers by itself: each is tapped again, in turn. */
export function repeatEarlyTaps(): void {
  const buttons = [...tapped];
  tapped.clear();
  for (const button of buttons) if (button.isConnected) button.click();
}
