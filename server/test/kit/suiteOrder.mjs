/**
 * In which order suites run: journeys, which use the processor, among scenarios, of which some wait for a silent gateway
 * and are kept apart and before the end; the walks over every page first, because nothing else would be left to run
 * beside a long suite that comes last. Within each kind as jest has it: by the times of the last run, or by size.
 */
import Sequencer from "@jest/test-sequencer";

const isWalk = ({ path }) => /\/e2e\/(everyPage\/|.*Axe\.test)/.test(path);
const isJourney = ({ context }) => context.config.displayName?.name === "journey";
const isWaiting = ({ path }) => /\/server\/test\/(payment|notification)\//.test(path);

export default class SuiteOrder extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    const journeys = sorted.filter(isJourney).sort((one, other) => isWalk(other) - isWalk(one));
    const waiting = sorted.filter(isWaiting);
    const others = sorted.filter((test) => !isJourney(test) && !isWaiting(test));
    return [...spread(journeys, 1), ...spread(waiting, 0.8), ...spread(others, 1)]
      .sort((one, other) => one.place - other.place)
      .map(({ test }) => test);
  }
}

/** Over the first part of a run, which is 1 in all. */
const spread = (tests, part) =>
  tests.map((test, index) => ({ test, place: ((index + 0.5) / tests.length) * part }));
