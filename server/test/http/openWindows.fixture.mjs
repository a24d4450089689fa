/**
 * Loaded by `node --import` before the server: its windows of 20 seconds, which count cached responses by
 * address, never end. So the limit is reached by a number of requests, however long these take.
 */
const windowMs = 20_000;
const maxTimerMs = 2 ** 31 - 1;
const realSetTimeout = globalThis.setTimeout;

globalThis.setTimeout = Object.assign(
  (work, ms, ...given) => realSetTimeout(work, ms === windowMs ? maxTimerMs : ms, ...given),
  realSetTimeout,
);
