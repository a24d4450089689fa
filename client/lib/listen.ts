/** Calls `listener` on these events. Returns a function that removes the listener. */
export function listen(target: EventTarget, events: readonly string[], listener: () => void): () => void {
  for (const event of events) target.addEventListener(event, listener);
  return () => events.forEach((event) => target.removeEventListener(event, listener));
}
