/**
 * The order of suites. Journeys, which use the CPU, are spread over the run. Scenarios about payments and messages,
 * some of which wait for a silent gateway, run among them, but not at the end. Sweeps and whole stories are the first
 * journeys, so that no long suite runs alone at the end. Within each kind, jest's order applies: by the times of the
 * last run, or by size.
 */
import Sequencer from "@jest/test-sequencer";

const isLong = ({ path }) => /\/e2e\/(sweeps|wholeStory)\//.test(path);
const isJourney = ({ context }) => ["journey", "sweeps"].includes(context.config.displayName?.name);
const isWaiting = ({ path }) => /\/server\/test\/(payment|notification)\//.test(path);

export default class SuiteOrder extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    const journeys = sorted.filter(isJourney).sort((one, other) => isLong(other) - isLong(one));
    const waiting = sorted.filter(isWaiting);
    const others = sorted.filter((test) => !isJourney(test) && !isWaiting(test));
    return [...spread(journeys, 1), ...spread(waiting, 0.8), ...spread(others, 1)]
      .sort((one, other) => one.place - other.place)
      .map(({ test }) => test);
  }
}

/** Spreads tests over the first `part` of a run, whose length is 1. */
const spread = (tests, part) =>
  tests.map((test, index) => ({ test, place: ((index + 0.5) / tests.length) * part }));
