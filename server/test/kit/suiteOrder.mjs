/**
 * In which order suites run: journeys, which use the processor, spread among scenarios, of which some wait; the walks
 * over every page first, because nothing else would be left to run beside a long suite that comes last. Within both as
 * jest has it: by the times of the last run, or by size.
 */
import Sequencer from "@jest/test-sequencer";

const isWalk = ({ path }) => path.includes("/e2e/everyPage/");
const isJourney = ({ context }) => context.config.displayName?.name === "journey";

/** With seven steps between neighbours: those that wait for a silent gateway are alike, and would all wait at once. */
const spread = (tests) => {
  const steps = 7;
  return Array.from({ length: steps }, (_, first) =>
    tests.filter((_test, at) => at % steps === first),
  ).flat();
};

export default class SuiteOrder extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    const journeys = sorted.filter(isJourney).sort((one, other) => isWalk(other) - isWalk(one));
    const others = spread(sorted.filter((test) => !isJourney(test)));
    const places = [journeys, others].flatMap((suites) =>
      suites.map((test, index) => ({ test, place: (index + 0.5) / suites.length })),
    );
    return places.sort((one, other) => one.place - other.place).map(({ test }) => test);
  }
}
