/** `npm start`: builds if an input has changed, then serves in the same process, so that SIGTERM reaches the server. */
import { buildIfStale } from "./build.mjs";

await buildIfStale();
await import("../../dist/server/main.js");
