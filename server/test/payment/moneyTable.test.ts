import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { holdEveryOrder } from "../kit/stories/moneyTable";
import { MoneyWorld } from "../kit/stories/moneyWorld";

let world: MoneyWorld;
beforeAll(async () => {
  world = await MoneyWorld.make();
});
afterAll(() => world.clear());

// faults/moneyTable tests sequences of four events.
test("after every sequence of up to 3 events, the money received equals the money retained, refunded and due, to the paisa", async () => {
  expect(await holdEveryOrder(world, 3)).toEqual([
    [8, 5],
    [64, 25],
    [512, 125],
  ]);
});
