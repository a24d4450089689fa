import { beforeEach, expect, test } from "@jest/globals";
import {
  dropFavourite,
  getFavourites,
  saveFavourite,
  maxFavourites,
  parseFavourites,
  restoreFavourite,
  type SavableVisa,
} from "./favourites";

const values = new Map<string, string>();
let isFull = false;
globalThis.localStorage = {
  getItem: (key: string) => values.get(key) ?? null,
  setItem: (key: string, value: string) => {
    if (isFull) throw new DOMException("full", "QuotaExceededError");
    values.set(key, value);
  },
  removeItem: (key: string) => void values.delete(key),
} as Storage;

const visa = (visaId: string): SavableVisa => ({
  visaId,
  visaUrl: `visa-${visaId}`,
  visaName: "14 Days Tourist Visa",
  visaCountryName: "Bahrain",
  flagSrc: "bh",
  flagUrl: "/flags/bh.svg",
  adultPrice: 2399,
  processingTime: 1,
  stayPeriod: "14 Days",
  validity: "30 Days",
  entry: null,
});
const keptOn = (visaId: string, day: number) => ({
  ...visa(visaId),
  savedAt: new Date(Date.UTC(2026, 0, 1) + day * 86_400_000).toISOString(),
});
const ids = () => getFavourites().map(({ visaId }) => visaId);

beforeEach(() => {
  values.clear();
  isFull = false;
});

test("saveFavourite stores only a card's fields and the time of saving", () => {
  expect(saveFavourite({ ...visa("a"), secret: "of the page" } as SavableVisa)).toBe(true);
  const stored = JSON.parse(values.get("favourites")!) as unknown;
  expect(stored).toEqual([{ ...visa("a"), savedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) }]);
});

test("favourites are listed newest first, and a restored one returns to its old position", () => {
  for (const [id, day] of [
    ["a", 1],
    ["b", 2],
    ["c", 3],
  ] as const)
    restoreFavourite(keptOn(id, day));
  expect(ids()).toEqual(["c", "b", "a"]);
  dropFavourite("b");
  expect(ids()).toEqual(["c", "a"]);
  restoreFavourite(keptOn("b", 2));
  expect(ids()).toEqual(["c", "b", "a"]);
});

test("getFavourites returns the same array until the list changes, so that React does not render in a loop", () => {
  restoreFavourite(keptOn("a", 1));
  const before = getFavourites();
  expect(getFavourites()).toBe(before);
  restoreFavourite(keptOn("b", 2));
  expect(getFavourites()).not.toBe(before);
});

test.each(["", "{", "7", '{"a":1}', "[null, 1, []]", '[{"visaId":"a"}]'])(
  "parseFavourites returns an empty list for %p",
  (text) => {
    expect(parseFavourites(text)).toEqual([]);
  },
);

test("parseFavourites drops damaged entries and returns the others", () => {
  const whole = keptOn("a", 1);
  const damaged = [
    { ...whole, adultPrice: "free" },
    { ...whole, adultPrice: -1 },
    { ...whole, flagUrl: "https://elsewhere.example/bh.svg" },
    { ...whole, visaUrl: "" },
    { ...whole, savedAt: "yesterday" },
    { ...whole, visaName: "x".repeat(201) },
  ];
  expect(parseFavourites(JSON.stringify([...damaged, whole]))).toEqual([whole]);
});

test("saveFavourite leaves the list unchanged if it is full or storage fails", () => {
  for (let number = 0; number < maxFavourites; number++) restoreFavourite(keptOn(`v${number}`, number));
  expect(saveFavourite(visa("one-more"))).toBe(false);
  expect(ids()).toHaveLength(maxFavourites);
  dropFavourite("v0");
  isFull = true;
  expect(saveFavourite(visa("one-more"))).toBe(false);
  expect(ids()).not.toContain("one-more");
});

test("dropFavourite removes the storage key together with the last favourite", () => {
  restoreFavourite(keptOn("a", 1));
  dropFavourite("a");
  expect([...values.keys()]).toEqual([]);
});
