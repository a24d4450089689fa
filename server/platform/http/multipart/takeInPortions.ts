/**
 * Bodies that arrive all at once are taken in portions, a few in each turn of the event loop. Left alone, Node takes up
 * to 2 MB of each connection before it looks at any other, and fifty uploads keep a reader of a page waiting half a
 * second.
 */
import type { Readable } from "node:stream";

/** What one body brings before others have their portion; what the system hands over at once is as much. */
const portionBytes = 64 * 1024;
const portionsATurn = 4;

/** Bodies that are being read, the oldest first, and whether they wait for their next portion. */
const bodies = new Map<Readable, { rests: boolean }>();
let isPlanned = false;

/** Hands on each chunk of the body in its turn, until the function that it answers is called. */
export function takeInPortions(request: Readable, onData: (chunk: Buffer) => void): () => void {
  const state = { rests: false };
  bodies.set(request, state);
  let taken = 0;
  const take = (chunk: Buffer) => {
    onData(chunk);
    taken += chunk.length;
    // Whoever refused it reads the rest in a way of their own.
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

/** The oldest go on, so that bodies are whole one after another, and what follows on them does not come all at once. */
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
