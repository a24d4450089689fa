import { expect, test } from "@jest/globals";
import { countryMatches, splitAtMatch } from "./countryMatches";

test("countryMatches returns an empty list for a blank text", () => {
  const countries = [{ name: "Bahrain", aliases: ["Manama"] }];
  for (const text of ["", "  "]) expect(countryMatches(countries, text)).toEqual([]);
  expect(countryMatches(countries, "manama")).toEqual(countries);
});

test("splitAtMatch returns the typed part of a name and the text around it", () => {
  expect(splitAtMatch("Romania", "oman")).toEqual(["R", "oman", "ia"]);
  expect(splitAtMatch("T\u00fcrkiye", "turk")).toEqual(["", "T\u00fcrk", "iye"]);
  expect(splitAtMatch("Tu\u0308rkiye", "T\u00fcr")).toEqual(["", "Tu\u0308r", "kiye"]);
  expect(splitAtMatch("Hong Kong", " g k")).toEqual(["Hon", "g K", "ong"]);
  expect(splitAtMatch("Romania", "x")).toEqual(["Romania", "", ""]);
});
