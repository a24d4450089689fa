import { buildIfStale } from "../../../build/build.mjs";

/** Builds what is stale before the scenarios and journeys, which run against the build. */
export default async function buildOnce() {
  await buildIfStale();
}
