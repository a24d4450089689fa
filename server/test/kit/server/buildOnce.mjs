import { buildIfStale } from "../../../build/build.mjs";

/** Builds, if an input has changed, before the scenarios and journeys, which run against the build. */
export default async function buildOnce() {
  await buildIfStale();
}
