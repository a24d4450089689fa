/** `npm start`: builds stale parts, then serves. Uses one process, so that a SIGTERM reaches the server. */
import { buildIfStale } from "./build.mjs";

await buildIfStale();
await import("../../dist/server/main.js");
