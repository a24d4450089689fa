/**
 * Reads concurrent bodies in portions, a few in each turn of the event loop. By default Node reads up to 2 MB of each
 * connection before it serves another, so fifty uploads would delay a page request by half a second.
 */
import type { Readable } from "node:stream";

/** Bytes to read from a body before it is paused. Node reads at most this much from a socket at once. */
const portionBytes = 64 * 1024;
const portionsPerTurn = 4;

/** Bodies that are being read, oldest first, and whether each is paused until its next portion. */
const bodies = new Map<Readable, { isPaused: boolean }>();
let isScheduled = false;

/**
 * Passes the body's chunks to `onData`, and pauses the body after each portion so that other bodies are read. Call the
 * returned function to stop.
 */
export function readFairly(request: Readable, onData: (chunk: Buffer) => void): () => void {
  const state = { isPaused: false };
  bodies.set(request, state);
  let read = 0;
  const onChunk = (chunk: Buffer) => {
    onData(chunk);
    read += chunk.length;
    // Not for a rejected body, whose rest `discardBody` reads.
    if (read < portionBytes || !bodies.has(request)) return;
    read = 0;
    state.isPaused = true;
    request.pause();
    scheduleResume();
  };
  request.on("data", onChunk);
  return () => {
    request.off("data", onChunk);
    bodies.delete(request);
  };
}

function scheduleResume(): void {
  if (isScheduled) return;
  isScheduled = true;
  setImmediate(resumeNext);
}

/** Resumes the oldest bodies first, so that they complete one after another and their processing is spread out. */
function resumeNext(): void {
  isScheduled = false;
  let left = portionsPerTurn;
  for (const [request, state] of bodies) {
    if (!state.isPaused) continue;
    if (left-- === 0) return scheduleResume();
    state.isPaused = false;
    request.resume();
  }
}
