import { expect, jest, test } from "@jest/globals";
import { SampledLog } from "./SampledLog";

test("writes the first lines of each second individually, and one line with the count of the rest", () => {
  jest.useFakeTimers();
  const lines: [object, string][] = [];
  const log = new SampledLog({ info: (...line) => void lines.push(line) }, "the rest");
  for (let request = 0; request < 1_000; request++) log.answered({ status: 200 });
  expect(lines).toEqual(Array(20).fill([{ status: 200 }, "answered"]));
  jest.advanceTimersByTime(1_000);
  expect(lines.slice(20)).toEqual([[{ responses: 980 }, "the rest"]]);
  log.answered({ status: 304 });
  expect(lines.at(-1)).toEqual([{ status: 304 }, "answered"]);
  jest.useRealTimers();
});
