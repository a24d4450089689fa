import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { findAlias, findCountries, toSlug, type NamedCountry } from "./countrySearch.rules";

const folder = join("seed", "countries");
const countries = readdirSync(folder).map(
  (file) => JSON.parse(readFileSync(join(folder, file), "utf8")) as NamedCountry,
);
const found = (text: string) => findCountries(countries, text).map(({ name }) => name);

describe("a search of the shipped countries", () => {
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
    ["uae visa", "United Arab Emirates"],
    ["UAE v", "United Arab Emirates"],
    ["u.a.e.", "United Arab Emirates"],
    ["abudhabi", "United Arab Emirates"],
    ["e-visa for kenya", "Kenya"],
    ["bahrian visas", "Bahrain"],
    ["संयुक्त अरब अमीरात", "United Arab Emirates"],
    ["दुबई वीज़ा", "United Arab Emirates"],
    ["बहरी", "Bahrain"],
    ["तुर्की", "Türkiye"],
  ])("matches %j to %s", (text, name) => expect(found(text)).toEqual([name]));

  test.each(["mali", "iraq", "japan", "china", "india", "chad", "zzz", "vietnnamm", "%", "-", "·"])(
    "finds nothing for %j",
    (text) => expect(found(text)).toEqual([]),
  );
});

test("the search does not return similar names if a name contains the text", () => {
  const few = ["Oman", "Romania", "Osan"].map((name) => ({
    name,
    aliases: name === "Osan" ? ["Omania"] : [],
  }));
  expect(findCountries(few, "oman").map(({ name }) => name)).toEqual(["Oman", "Romania"]);
});

test("the search returns all countries for an empty text", () => {
  for (const text of ["", "  "]) expect(findCountries(countries, text)).toEqual(countries);
});

test("the search ignores text after the first 60 characters", () => {
  expect(found(`vietnam${" ".repeat(60)}${"-a".repeat(45_000)}`)).toEqual(["Vietnam"]);
});

test("findAlias returns the alternative name that matched, and undefined if the main name matched", () => {
  const emirates = { name: "United Arab Emirates", aliases: ["UAE", "Dubai", "Abu Dhabi"] };
  const texts = ["dub visa", "duabi", "dhabi", "united", "emirates", "unitde", ""];
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

test("toSlug returns lower case with dashes and without accents", () => {
  expect(["Abu Dhabi", "Türkiye", " St. Petersburg"].map(toSlug)).toEqual([
    "abu-dhabi",
    "turkiye",
    "st-petersburg",
  ]);
});
