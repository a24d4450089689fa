/**
 * Loaded before the server by `node --import`. The server's windows of 20 seconds, which count cached responses by
 * address, never end, so that slow requests also reach the limit.
 */
const windowMs = 20_000;
const maxTimerMs = 2 ** 31 - 1;
const realSetTimeout = globalThis.setTimeout;

globalThis.setTimeout = Object.assign(
  (work, ms, ...given) => realSetTimeout(work, ms === windowMs ? maxTimerMs : ms, ...given),
  realSetTimeout,
);
