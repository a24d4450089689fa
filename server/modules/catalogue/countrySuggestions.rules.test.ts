import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { suggestCountries } from "./countrySuggestions.rules";
import { listRegion } from "./worldCountries.rules";

interface File {
  name: string;
  aliases: string[];
  flagSrc: string;
  popularRank: number | null;
}
const folder = join("seed", "countries");
const offered = readdirSync(folder).map(
  (file) => JSON.parse(readFileSync(join(folder, file), "utf8")) as File,
);
const suggest = (text: string) => {
  const { didYouMean, unoffered, neighbours } = suggestCountries(offered, text);
  return [didYouMean.map(({ name }) => name), unoffered?.name, neighbours.map(({ name }) => name)];
};

test.each([
  ["barhein", "Bahrain"],
  ["bahrayne visa", "Bahrain"],
  ["singgapoore", "Singapore"],
  ["dubbaii ", "United Arab Emirates"],
])("%j suggests %s", (text, name) => expect(suggest(text)).toEqual([[name], undefined, []]));

test.each([
  ["Thailand", "Thailand", ["Vietnam", "Malaysia", "Singapore", "Cambodia"]],
  ["थाईलैंड", "Thailand", ["Vietnam", "Malaysia", "Singapore", "Cambodia"]],
  ["thialand visa", "Thailand", ["Vietnam", "Malaysia", "Singapore", "Cambodia"]],
  ["usa", "United States", []],
  ["japan", "Japan", ["Hong Kong"]],
])("%j is recognised as %s, which is not offered, and suggests its neighbours", (text, name, neighbours) => {
  const [didYouMean, unoffered, near] = suggest(text);
  expect([didYouMean, unoffered, new Set(near)]).toEqual([[], name, new Set(neighbours)]);
});

test.each([
  ["Macau", "Macao"],
  ["Vatican", "Vatican City"],
  ["Congo", "Congo - Kinshasa"],
  ["DRC", "Congo - Kinshasa"],
  ["Swaziland", "Eswatini"],
  ["Persia", "Iran"],
  ["ब्रिटेन", "United Kingdom"],
  ["U.K.", "United Kingdom"],
  ["Ivory Coast", "Côte d’Ivoire"],
  ["Bosnia", "Bosnia & Herzegovina"],
  ["Palestine", "Palestinian Territories"],
  ["Macedonia", "North Macedonia"],
  ["East Timor", "Timor-Leste"],
  ["Trinidad visa", "Trinidad & Tobago"],
])("%j is another name of %s", (text, name) => expect(suggest(text)[1]).toBe(name));

test.each(["austrlia", "republic"])("%j matches several countries, so none is suggested", (text) =>
  expect(suggest(text)).toEqual([[], undefined, []]),
);

test.each(["", "bahrain", "qqqqqq", "xz", "%"])("%j has no suggestions", (text) => {
  expect(suggest(text)).toEqual([[], undefined, []]);
});

test("every offered country is in a region", () => {
  for (const { name, flagSrc } of offered)
    expect([name, listRegion(flagSrc)]).toEqual([name, expect.arrayContaining([flagSrc])]);
});
