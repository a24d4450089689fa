import { expect, test } from "@jest/globals";
import { countryMatches, splitAtMatch } from "./countryMatches";

test("an empty text finds nothing", () => {
  const countries = [{ name: "Bahrain", aliases: ["Manama"] }];
  for (const text of ["", "  "]) expect(countryMatches(countries, text)).toEqual([]);
  expect(countryMatches(countries, "manama")).toEqual(countries);
});

test("the part that was typed is told apart", () => {
  expect(splitAtMatch("Romania", "oman")).toEqual(["R", "oman", "ia"]);
  expect(splitAtMatch("T\u00fcrkiye", "turk")).toEqual(["", "T\u00fcrk", "iye"]);
  expect(splitAtMatch("Tu\u0308rkiye", "T\u00fcr")).toEqual(["", "Tu\u0308r", "kiye"]);
  expect(splitAtMatch("Hong Kong", " g k")).toEqual(["Hon", "g K", "ong"]);
  expect(splitAtMatch("Romania", "x")).toEqual(["Romania", "", ""]);
});
