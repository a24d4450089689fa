import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { holdEveryOrder } from "../kit/stories/moneyTable";
import { MoneyWorld } from "../kit/stories/moneyWorld";

let world: MoneyWorld;
beforeAll(async () => {
  world = await MoneyWorld.make();
});
afterAll(() => world.clear());

/** The number of sequences of each length, and how many of them are possible. */
const sequences = [
  [8, 5],
  [64, 25],
  [512, 125],
  [4096, 619],
];
/** Sequences of four events run only on SQLite, because they take most of the time. */
const longest = process.env["TEST_DATABASE"] === "postgres" ? 3 : 4;

test(`after every sequence of up to ${longest} events, the money received equals the money retained, refunded and due, to the paisa`, async () => {
  expect(await holdEveryOrder(world, longest)).toEqual(sequences.slice(0, longest));
}, 600_000);
