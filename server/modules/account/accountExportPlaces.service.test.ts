import { expect, test } from "@jest/globals";
import { exportPlaceSeconds, maxConcurrentExports } from "./account.rules";
import { AccountExportPlaces } from "./accountExportPlaces.service";

const minute = exportPlaceSeconds * 1_000;

test("gives a user one place, and another after it is released", () => {
  const places = new AccountExportPlaces();
  const leave = places.take("asha", 0, () => {});
  expect(places.has("asha")).toBe(true);
  expect(() => places.take("asha", 10 * minute, () => {})).toThrow(/downloaded already/);
  leave();
  const leaveAgain = places.take("asha", 0, () => {});
  // Releasing the first place again must not release the second.
  leave();
  expect(places.has("asha")).toBe(true);
  leaveAgain();
  expect(places.has("asha")).toBe(false);
});

test("ends the oldest download if all places are taken, but not within its first minute", () => {
  const places = new AccountExportPlaces();
  const gaveWay: string[] = [];
  const take = (who: string, now: number) => places.take(who, now, () => gaveWay.push(who));
  for (let number = 0; number < maxConcurrentExports; number++) take(`person ${number}`, number);
  expect(() => take("late", minute - 1)).toThrow(/busy/);
  expect([gaveWay, places.has("late")]).toEqual([[], false]);
  take("late", minute);
  expect([gaveWay, places.has("late"), places.has("person 0")]).toEqual([["person 0"], true, false]);
  expect(() => take("later", minute)).toThrow(/busy/);
});
