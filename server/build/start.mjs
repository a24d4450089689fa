/** `npm start`: builds what is stale, then serves. In one process, so that a SIGTERM to it reaches the server. */
import { buildIfStale } from "./build.mjs";

await buildIfStale();
await import("../../dist/server/main.js");
