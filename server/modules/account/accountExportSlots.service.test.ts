import { expect, test } from "@jest/globals";
import { exportSlotSeconds, maxConcurrentExports } from "./account.rules";
import { AccountExportSlots } from "./accountExportSlots.service";

const minute = exportSlotSeconds * 1_000;

test("gives a user only one slot at a time", () => {
  const slots = new AccountExportSlots();
  const release = slots.acquire("asha", 0, () => {});
  expect(slots.has("asha")).toBe(true);
  expect(() => slots.acquire("asha", 10 * minute, () => {})).toThrow(/already being downloaded/);
  release();
  const releaseAgain = slots.acquire("asha", 0, () => {});
  // Releasing the first slot again must not release the second.
  release();
  expect(slots.has("asha")).toBe(true);
  releaseAgain();
  expect(slots.has("asha")).toBe(false);
});

test("ends the oldest download if all slots are taken, but not within its first minute", () => {
  const slots = new AccountExportSlots();
  const evicted: string[] = [];
  const acquire = (who: string, now: number) => slots.acquire(who, now, () => evicted.push(who));
  for (let number = 0; number < maxConcurrentExports; number++) acquire(`person ${number}`, number);
  expect(() => acquire("late", minute - 1)).toThrow(/busy/);
  expect([evicted, slots.has("late")]).toEqual([[], false]);
  acquire("late", minute);
  expect([evicted, slots.has("late"), slots.has("person 0")]).toEqual([["person 0"], true, false]);
  expect(() => acquire("later", minute)).toThrow(/busy/);
});
