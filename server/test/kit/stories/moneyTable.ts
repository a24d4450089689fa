/** Checks the sums of applications to which the events happened in every order. */
import { expect } from "@jest/globals";
import pLimit from "p-limit";
import { moneyEvents, type MoneyEvent } from "./moneyStory";
import type { MoneyWorld } from "./moneyWorld";

const concurrency = 8;

/**
 * Tries every sequence of 1 to `longest` events; returns for each length the number of sequences and of possible ones.
 * After each event, the money received must equal the money retained, refunded and due, to the paisa, and match the
 * gateway. Skips sequences that begin with an impossible one.
 */
export async function holdEveryOrder(world: MoneyWorld, longest: number): Promise<[number, number][]> {
  const counts: [number, number][] = [];
  const limit = pLimit(concurrency);
  let possible: MoneyEvent[][] = [[]];
  for (let length = 1; length <= longest; length++) {
    const orders = possible.flatMap((order) => moneyEvents.map((event) => [...order, event]));
    const faults = await Promise.all(orders.map((order) => limit(() => findDeviation(world, order))));
    expect(faults.filter((fault) => typeof fault === "object")).toEqual([]);
    possible = orders.filter((_order, index) => faults[index] !== "cannot happen");
    counts.push([moneyEvents.length ** length, possible.length]);
  }
  return counts;
}

async function findDeviation(
  world: MoneyWorld,
  order: readonly MoneyEvent[],
): Promise<object | "cannot happen" | undefined> {
  const story = await world.begin();
  let happened = 0;
  for (const event of order) {
    if (!(await story.happen(event))) return "cannot happen";
    happened++;
    const there = story.atGateway();
    const { request, sums, ought } = await story.here();
    const isRight =
      sums.cameIn === there.cameIn &&
      sums.returned === there.returned &&
      sums.cameIn === sums.kept + sums.returned + sums.due &&
      sums.kept === ought.kept &&
      sums.due === ought.due;
    const { visaRequestStatus, paymentStatus } = request;
    if (!isRight) return { order, happened, there, sums, ought, visaRequestStatus, paymentStatus };
  }
  return undefined;
}
