import { expect, test } from "@jest/globals";
import { holdEveryOrder } from "../kit/stories/moneyTable";
import { MoneyWorld } from "../kit/stories/moneyWorld";

test("after every sequence of up to 4 events, money received equals money retained, refunded and due, to the paisa", async () => {
  const world = await MoneyWorld.make();
  try {
    expect(await holdEveryOrder(world, 4)).toEqual([
      [8, 5],
      [64, 25],
      [512, 125],
      [4096, 619],
    ]);
  } finally {
    await world.clear();
  }
}, 600_000);
