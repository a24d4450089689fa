import { expect, test } from "@jest/globals";
import type { ContestantName } from "./contestants";
import { byComputing, byRate, fullTable, ratioTable, type Measurement } from "./table";
import type { Workload } from "./workloads";

const workload: Workload = {
  name: "one",
  title: "One",
  contestants: ["raw", "product", "mercurius"],
  peer: "mercurius",
  mark: "",
  makeRequests: () => [],
};

/** Three repetitions; in the second, the machine runs at half speed. */
function measured(contestant: ContestantName, rate: number, cpu: number): Measurement[] {
  return [1, 0.5, 1].map((speed, repeat) => ({
    workload,
    contestant,
    connections: 64,
    repeat,
    rate: rate * speed,
    cpu,
    isLoadBusy: contestant === "raw",
    p50: 1,
    p99: 2,
    memory: 100 * 2 ** 20,
  }));
}

const all = [
  ...measured("raw", 10_000, 20),
  ...measured("product", 1_000, 300),
  ...measured("mercurius", 4_000, 60),
];

test("a ratio compares two servers within a repetition, so a slow repetition does not change it", () => {
  expect(ratioTable(all, byRate).split("\n")[2]).toBe("| One | 0.100 | – | 0.400 | – | – | 0.250 |");
});

test("less CPU time per response gives a higher ratio", () => {
  expect(ratioTable(all, byComputing).split("\n")[2]).toBe("| One | 0.067 | – | 0.333 | – | – | 0.200 |");
});

test("a row shows the median, lowest and highest rate, and a star if the load generator was busy", () => {
  const [, , raw, product] = fullTable(all, workload).split("\n");
  expect(raw).toContain("| 10,000 (5,000–10,000) * | 20 |");
  expect(product).toBe("| 64 | product | 1,000 (500–1,000) | 300 | 1.0 | 2.0 | 100 | 0.100 | 0.250 |");
});

test("a ratio that varies is shown with its spread", () => {
  const uneven = all.map((one) =>
    one.contestant === "product" && one.repeat === 2 ? { ...one, rate: 2_000 } : one,
  );
  expect(ratioTable(uneven, byRate).split("\n")[2]).toContain("| 0.100 (0.100–0.200) |");
});
