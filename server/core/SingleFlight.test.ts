import { expect, test } from "@jest/globals";
import { SingleFlight } from "./SingleFlight";

/** Returns work whose runs stay pending, and for each run a function that ends it. */
function makeWork() {
  const ends: ((result: Promise<number>) => void)[] = [];
  const work = () => new Promise<number>((resolve) => ends.push(resolve));
  return { ends, work };
}

test("shares a run between concurrent calls with the same key, and runs again afterwards", async () => {
  const flight = new SingleFlight<number>();
  const { ends, work } = makeWork();
  const both = [flight.run("a", work), flight.run("a", work)];
  const other = flight.run("b", work);
  expect(ends).toHaveLength(2);
  ends[0]!(Promise.resolve(1));
  ends[1]!(Promise.resolve(2));
  expect(await Promise.all([...both, other])).toEqual([1, 1, 2]);
  void flight.run("a", work);
  expect(ends).toHaveLength(3);
});

test("runs again after a failed run, and `settle` resolves in spite of the failure", async () => {
  const flight = new SingleFlight<number>();
  const { ends, work } = makeWork();
  const failing = flight.run("a", work);
  const settled = flight.settle();
  ends[0]!(Promise.reject(new Error("down")));
  await expect(failing).rejects.toThrow("down");
  await settled;
  void flight.run("a", work);
  expect(ends).toHaveLength(2);
});
