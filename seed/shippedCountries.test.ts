import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { countrySchema, type SeedCountry } from "./countrySchema";
import { readSeed } from "./load";

const shipped = join("seed", "countries");
const names = readdirSync(shipped).filter((name) => name.endsWith(".json"));
const readJson = (name: string) => JSON.parse(readFileSync(join(shipped, name), "utf8")) as SeedCountry;

test("the test world's country is valid", async () => {
  expect(await readSeed(join("seed", "testWorld"))).toMatchObject([{ countryUrl: "testland" }]);
});

describe("the shipped countries", () => {
  test.each(names)("%s is valid", (name) => {
    expect(countrySchema.safeParse(readJson(name)).error?.issues ?? []).toEqual([]);
  });

  test("are 24 or more, including the specified ones, and have at least two visas each", async () => {
    const countries = await readSeed(shipped);
    expect(countries.length).toBeGreaterThanOrEqual(24);
    expect(countries.filter(({ visas }) => visas.length < 2).map(({ name }) => name)).toEqual([]);
    const ofTheSpec = [
      ...["Bahrain", "Tajikistan", "Madagascar", "Uzbekistan", "Russia", "Myanmar", "Ethiopia", "Morocco"],
      ...["United Arab Emirates", "Armenia", "Oman", "Egypt", "Zambia", "Cambodia"],
    ];
    expect(countries.map(({ name }) => name)).toEqual(expect.arrayContaining(ofTheSpec));
  });

  test("have prices and times within the specified range, and charge children no more than adults", async () => {
    const visas = (await readSeed(shipped)).flatMap((country) => country.visas);
    const outside = visas.filter(
      ({ adultPrice, childPrice, processingTime }) =>
        adultPrice < 499 ||
        adultPrice > 19_199 ||
        processingTime > 35 ||
        (childPrice !== null && childPrice > adultPrice),
    );
    expect(outside.map(({ visaUrl }) => visaUrl)).toEqual([]);
    expect(Math.min(...visas.map(({ adultPrice }) => adultPrice))).toBe(499);
    expect(Math.max(...visas.map(({ adultPrice }) => adultPrice))).toBe(19_199);
    const times = visas.map(({ processingTime }) => processingTime);
    expect([Math.min(...times), Math.max(...times)]).toEqual([1, 35]);
    const emirates = readJson("united-arab-emirates.json").visas.map(({ adultPrice }) => adultPrice);
    expect([Math.min(...emirates), Math.max(...emirates)]).toEqual([800, 17_999]);
    const ofZambia = readJson("zambia.json").visas.map(({ processingTime }) => processingTime);
    expect([Math.min(...ofZambia), Math.max(...ofZambia)]).toEqual([19, 20]);
  });

  test("have a tourist visa as lead visa, even if a transit visa is cheaper", async () => {
    const countries = await readSeed(shipped);
    for (const { name, leadVisaUrl, visas } of countries) {
      const lead = visas.find(({ visaUrl }) => visaUrl === leadVisaUrl);
      expect([name, lead?.visaType, lead?.isTransit]).toEqual([name, "TOURIST", false]);
    }
    const transit = countries.flatMap(({ visas }) => visas.filter(({ isTransit }) => isTransit));
    expect(transit.map(({ visaUrl }) => visaUrl)).toEqual([
      "saudi-arabia-96-hours-stopover",
      "sri-lanka-2-days-transit-eta",
      "tanzania-7-days-transit",
      "uae-48-hours-transit-visa-single-entry",
      "uae-96-hours-transit-visa-single-entry",
    ]);
    expect(readJson("united-arab-emirates.json").leadVisaUrl).toBe("uae-30-days-tourist-visa-single-entry");
  });

  test("do not share a flag, a name or a position on the home page", async () => {
    const countries = await readSeed(shipped);
    for (const key of ["flagSrc", "name", "popularRank"] as const) {
      const values = countries.map((country) => country[key]).filter((value) => value !== null);
      expect(values.filter((value, index) => values.indexOf(value) !== index)).toEqual([]);
    }
  });

  test("do not share texts that differ only in the country's name", async () => {
    const owners = new Map<string, string>();
    const copied: string[] = [];
    for (const { name, documents, terms, faqs } of await readSeed(shipped)) {
      const texts = [
        ...documents.map(({ documentName }) => documentName),
        ...terms,
        ...faqs.flatMap(({ question, answer }) => [question, answer]),
      ];
      for (const text of texts) {
        const bare = text.replaceAll(name, "…").toLowerCase().replace(/\W+/g, " ").trim();
        const owner = owners.get(bare);
        if (owner) copied.push(`${owner} and ${name}: ${text}`);
        owners.set(bare, name);
      }
    }
    expect(copied).toEqual([]);
  });

  test("state in their terms that our fee is not refunded once our review has started", async () => {
    const speaksOfIt = /\b(returned|fee stays|fee back|comes back|bring back)\b/;
    const ourReview = /\b(our (own )?(staff|review)|we) (have|has) begun\b|^Our review .* begins\b/;
    for (const { name, terms } of await readSeed(shipped)) {
      const ofFees = terms.filter((term) => speaksOfIt.test(term));
      expect([name, ofFees]).toEqual([name, [expect.stringMatching(ourReview)]]);
    }
  });
});
