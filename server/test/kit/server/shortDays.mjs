/** Loaded by `node --import` before the server, whose daily timers then run every second. */
const dayMs = 24 * 60 * 60_000;
const realSetInterval = globalThis.setInterval;

globalThis.setInterval = Object.assign(
  (work, ms, ...given) => realSetInterval(work, ms === dayMs ? 1000 : ms, ...given),
  realSetInterval,
);
