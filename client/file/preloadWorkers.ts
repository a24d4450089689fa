import { askWorker } from "./askWorker";

/** The literal addresses are what the build looks for. */
const workers = [
  () => new Worker(new URL("./images/picture.worker.ts", import.meta.url), { type: "module" }),
  () => new Worker(new URL("./passport/passport.worker.ts", import.meta.url), { type: "module" }),
  () => new Worker(new URL("./photo/photo.worker.ts", import.meta.url), { type: "module" }),
];

/** Loads the workers that prepare and check pictures, and their models, so that they work offline from now on. */
export async function preloadWorkers(): Promise<void> {
  for (const start of workers) await askWorker(start, undefined, "load the checks of pictures");
}
