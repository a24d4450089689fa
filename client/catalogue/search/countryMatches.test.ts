import { expect, test } from "@jest/globals";
import { countryMatches, splitAtMatch } from "./countryMatches";

const countries = ["Bahrain", "Oman", "Romania", "Uzbekistan"].map((name) => ({ name }));
const found = (text: string) => countryMatches(countries, text).map(({ name }) => name);

test("a country is found by any part of its name, in any letter case", () => {
  expect(found("OMAN")).toEqual(["Oman", "Romania"]);
  expect(found(" bah ")).toEqual(["Bahrain"]);
  expect(found("zzz")).toEqual([]);
});

test("an empty text finds nothing", () => {
  expect(found("")).toEqual([]);
  expect(found("  ")).toEqual([]);
});

test("the part that was typed is told apart", () => {
  expect(splitAtMatch("Romania", "oman")).toEqual(["R", "oman", "ia"]);
  expect(splitAtMatch("Romania", "x")).toEqual(["Romania", "", ""]);
});
