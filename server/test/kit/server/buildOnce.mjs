import { buildIfStale } from "../../../build/build.mjs";

/** Scenarios and journeys run against what was built from the sources as they stand. */
export default function buildOnce() {
  buildIfStale();
}
