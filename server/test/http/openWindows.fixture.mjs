/**
 * Loaded before the server by `node --import`. Keeps the server's 20-second windows, which count cached responses by IP
 * address, from ending, so that slow requests also reach the limit.
 */
const windowMs = 20_000;
const maxTimerMs = 2 ** 31 - 1;
const realSetTimeout = globalThis.setTimeout;

globalThis.setTimeout = Object.assign(
  (work, ms, ...given) => realSetTimeout(work, ms === windowMs ? maxTimerMs : ms, ...given),
  realSetTimeout,
);
