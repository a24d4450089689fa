import { type DraftPlace, draftName } from "./draftRecords";

/** How long a tab that is reloaded or closed may take to let go of its draft before this one says that it has it, in ms. */
const leavingMs = 300;
/** How long the tab that has the draft may take to store it, in ms. A tab that the browser has frozen never does. */
const handOverMs = 3_000;

interface DraftHolder {
  /** Whether another tab has to hand the draft over. */
  takesOver: boolean;
  onHeld: () => void;
  /** Another tab has it, from the start or from now on. */
  onElsewhere: () => void;
  /** Stores what was entered; false if the device does not have all of it, and this tab therefore keeps its form. */
  store: () => Promise<boolean>;
}

/** Whether this browser can tell the tabs that edit one draft apart. */
export const canLockDrafts = () => typeof navigator.locks?.request === "function";

/** Makes this tab the only one that edits a draft (Web Locks), until another one takes over. Returns how to let go. */
export function holdDraft(place: DraftPlace, holder: DraftHolder): () => void {
  const name = draftName(place);
  const channel = new BroadcastChannel(name);
  const waiting = new AbortController();
  let letGo: (() => void) | undefined;
  let isOver = false;

  const hold = () => {
    clearTimeout(timer);
    if (isOver) return undefined;
    holder.onHeld();
    return new Promise<void>((resolve) => {
      letGo = resolve;
    });
  };
  const fail = () => {
    const wasHeld = letGo !== undefined;
    letGo = undefined;
    if (isOver) return;
    if (wasHeld || !holder.takesOver) return holder.onElsewhere();
    navigator.locks.request(name, { steal: true }, hold).catch(fail);
  };
  // Who does not take over waits on: the other tab may be closed, or may have been slow to go.
  const timer = holder.takesOver
    ? setTimeout(() => waiting.abort(), handOverMs)
    : setTimeout(() => holder.onElsewhere(), leavingMs);
  navigator.locks.request(name, { signal: waiting.signal }, hold).catch(fail);

  channel.onmessage = async () => {
    // A third tab asked for it: this one does not wait before it.
    if (!letGo) return holder.takesOver ? undefined : waiting.abort();
    const isStored = await holder.store();
    if (isStored && !isOver) holder.onElsewhere();
    letGo?.();
    letGo = undefined;
  };
  if (holder.takesOver) channel.postMessage("hand over");

  return () => {
    isOver = true;
    clearTimeout(timer);
    waiting.abort();
    letGo?.();
    channel.close();
  };
}
