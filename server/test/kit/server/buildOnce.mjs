import { buildIfStale } from "../../../build/build.mjs";

/** Scenarios and journeys run against what was built from the sources as they stand. */
export default async function buildOnce() {
  await buildIfStale();
}
