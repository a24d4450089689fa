import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { findAlias, findCountries, slugOf, type NamedCountry } from "./countrySearch.rules";

const folder = join("seed", "countries");
const countries = readdirSync(folder).map(
  (file) => JSON.parse(readFileSync(join(folder, file), "utf8")) as NamedCountry,
);
const found = (text: string) => findCountries(countries, text).map(({ name }) => name);

describe("of the countries that are shipped", () => {
  test.each([
    ["OMAN", "Oman"],
    [" bahr ", "Bahrain"],
    ["UAE", "United Arab Emirates"],
    ["dubai", "United Arab Emirates"],
    ["abu d", "United Arab Emirates"],
    ["turkey", "Türkiye"],
    ["turkiye", "Türkiye"],
    ["TÜRKİYE", "Türkiye"],
    ["Türkı", "Türkiye"],
    ["burma", "Myanmar"],
    ["viet nam", "Vietnam"],
    ["Viet-Nam", "Vietnam"],
    ["zanz", "Tanzania"],
    ["bahrian", "Bahrain"],
    ["veitnam", "Vietnam"],
    ["singapor", "Singapore"],
    ["Singapoer", "Singapore"],
    ["kenia", "Kenya"],
    ["omna", "Oman"],
    ["duabi", "United Arab Emirates"],
    ["azerbijan", "Azerbaijan"],
    ["istambu", "Türkiye"],
  ])("%j means %s", (text, name) => expect(found(text)).toEqual([name]));

  test.each(["mali", "iraq", "japan", "china", "india", "chad", "zzz", "vietnnamm", "%", "-", "·"])(
    "%j means none of them",
    (text) => expect(found(text)).toEqual([]),
  );
});

test("a text that is in a name means no other country, however like its name is", () => {
  const few = ["Oman", "Romania", "Osan"].map((name) => ({
    name,
    aliases: name === "Osan" ? ["Omania"] : [],
  }));
  expect(findCountries(few, "oman").map(({ name }) => name)).toEqual(["Oman", "Romania"]);
});

test("an empty text means all of them", () => {
  for (const text of ["", "  "]) expect(findCountries(countries, text)).toEqual(countries);
});

test("the other name by which a country was found is told, and not where its own was", () => {
  const emirates = { name: "United Arab Emirates", aliases: ["UAE", "Dubai", "Abu Dhabi"] };
  const texts = ["dub", "duabi", "dhabi", "united", "emirates", "unitde", ""];
  expect(texts.map((text) => findAlias(emirates, text))).toEqual([
    "Dubai",
    "Dubai",
    "Abu Dhabi",
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test("a name is written in an address in small letters, without accents, with dashes", () => {
  expect(["Abu Dhabi", "Türkiye", " St. Petersburg"].map(slugOf)).toEqual([
    "abu-dhabi",
    "turkiye",
    "st-petersburg",
  ]);
});
