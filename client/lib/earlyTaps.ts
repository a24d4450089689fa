/** Buttons that were tapped before hydration. Repeated taps on a button count once. */
const tapped = new Set<HTMLElement>();

const keep = ({ target }: Event) => {
  const button = target instanceof Element ? target.closest("button") : null;
  if (button) tapped.add(button);
};

/** Called by the first script of the page. */
export function keepEarlyTaps(): void {
  document.addEventListener("click", keep, true);
}

/** Called once React listens. React replays later clicks itself, so recording them would repeat them. */
export function leaveTapsToReact(): void {
  document.removeEventListener("click", keep, true);
}

/** Called when the page is interactive: clicks each button again, in order. */
export function repeatEarlyTaps(): void {
  const buttons = [...tapped];
  tapped.clear();
  for (const button of buttons) if (button.isConnected) button.click();
}
