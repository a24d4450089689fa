/**
 * Reads concurrent bodies in portions, a few in each turn of the event loop. By default Node reads up to 2 MB
 * of each connection before it serves another, and fifty uploads delay a page request by half a second.
 */
import type { Readable } from "node:stream";

/** Bytes of one body per portion; the kernel delivers as much in one read. */
const portionBytes = 64 * 1024;
const portionsATurn = 4;

/** Bodies that are being read, oldest first, and whether they are paused for their next portion. */
const bodies = new Map<Readable, { rests: boolean }>();
let isPlanned = false;

/** Passes on the chunks of the body in portions, until the returned function is called. */
export function takeInPortions(request: Readable, onData: (chunk: Buffer) => void): () => void {
  const state = { rests: false };
  bodies.set(request, state);
  let taken = 0;
  const take = (chunk: Buffer) => {
    onData(chunk);
    taken += chunk.length;
    // After a refusal the rest of the body is read elsewhere.
    if (taken < portionBytes || !bodies.has(request)) return;
    taken = 0;
    state.rests = true;
    request.pause();
    plan();
  };
  request.on("data", take);
  return () => {
    request.off("data", take);
    bodies.delete(request);
  };
}

function plan(): void {
  if (isPlanned) return;
  isPlanned = true;
  setImmediate(goOn);
}

/** Resumes the oldest first, so that bodies complete one after another and their processing is spread out. */
function goOn(): void {
  isPlanned = false;
  let left = portionsATurn;
  for (const [request, state] of bodies) {
    if (!state.rests) continue;
    if (left-- === 0) return plan();
    state.rests = false;
    request.resume();
  }
}
