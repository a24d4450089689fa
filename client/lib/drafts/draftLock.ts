import { type DraftPlace, draftName } from "./draftRecords";

/** Maximum time, in ms, that a closing or reloading tab takes to release its draft. */
const leavingMs = 300;
/**
 * Time, in ms, that the other tab has to store its draft before the lock is stolen. A frozen tab would never release
 * it.
 */
const handOverMs = 3_000;

interface DraftHolder {
  /** Whether to take the draft over from another tab. */
  takesOver: boolean;
  onHeld: () => void;
  /** Called when another tab has the draft, initially or later. */
  onElsewhere: () => void;
  /** Stores the form. Returns false if it was not stored; the form then stays open in this tab. */
  store: () => Promise<boolean>;
}

export const canLockDrafts = () => typeof navigator.locks?.request === "function";

/** Locks a draft (Web Locks) until another tab takes over. Returns a function that releases the lock. */
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
  // Without a takeover the request stays queued, because the other tab may be slow or be closed later.
  const timer = holder.takesOver
    ? setTimeout(() => waiting.abort(), handOverMs)
    : setTimeout(() => holder.onElsewhere(), leavingMs);
  navigator.locks.request(name, { signal: waiting.signal }, hold).catch(fail);

  channel.onmessage = async () => {
    // Leaves the queue if this tab only waits, because a third tab is taking the draft over.
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
