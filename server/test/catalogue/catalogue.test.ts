import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { TypedDocumentNode } from "@apollo/client";
import type { SeedCountry } from "../../../seed/countrySchema";
import { callGraphql } from "../kit/wire/callApi";
import type { LooseVariables } from "../kit/wire/read";
import {
  countriesInFull,
  countryName as findCountryName,
  flags,
  listVisas,
  popularVisas as listPopularVisas,
  searchCountries,
  visaInFull,
} from "./catalogue.generated";
import { topLevelErrorCodes } from "../kit/wire/outcomes";
import { TestServer } from "../kit/server/testServer";

/** The seed files, to compare with the server's responses. */
const seed = readdirSync("seed/countries").map(
  (name) => JSON.parse(readFileSync(join("seed/countries", name), "utf8")) as SeedCountry,
);
const seedVisas = seed.flatMap((country) =>
  country.visas.map((visa) => ({ ...visa, countryUrl: country.countryUrl, countryName: country.name })),
);
const slugsOf = (visas: { visaUrl: string }[]): string[] => visas.map(({ visaUrl }) => visaUrl);

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start({ SERVICE_FEE_INR: "499", GST_PERCENT: "18" });
});
afterAll(() => server.dispose());

const ask = <Data, Variables>(
  document: TypedDocumentNode<Data, Variables>,
  variables?: LooseVariables<Variables>,
) => callGraphql(server, document, { variables });
const askData = async <Data, Variables>(
  document: TypedDocumentNode<Data, Variables>,
  variables?: LooseVariables<Variables>,
) => {
  const { data, errors } = await ask(document, variables);
  expect(errors).toBeUndefined();
  return data;
};

describe("countries", () => {
  const search = async (text?: string, first?: number): Promise<string[]> => {
    const { countries } = await askData(searchCountries, { text, first });
    return countries.map(({ name }) => name);
  };
  const allNames = seed.map(({ name }) => name).sort();

  test("are all listed by name if the search is empty", async () => {
    expect(await search()).toEqual(allNames);
    expect(await search("")).toEqual(allNames);
    expect(await search("  ")).toEqual(allNames);
  });

  test.each(["a", "AN", "Uni", "arab em", "  oman ", "ZAMBIA"])(
    "are found by a part of the name, such as %j",
    async (text) => {
      const wanted = allNames.filter((name) => name.toLowerCase().includes(text.trim().toLowerCase()));
      expect(wanted.length).toBeGreaterThan(0);
      expect(await search(text)).toEqual(wanted);
    },
  );

  test.each([
    ["UAE", "United Arab Emirates"],
    ["dubai", "United Arab Emirates"],
    ["turkiye", "Türkiye"],
    ["burma", "Myanmar"],
    ["Bahrian", "Bahrain"],
  ])("are found by another name or with a typo: %j finds %s", async (text, name) => {
    expect(await search(text)).toEqual([name]);
  });

  test.each(["atlantis", "%", "_", "'", "a%b"])("are not found by %j", async (text) => {
    expect(await search(text)).toEqual([]);
  });

  test("are limited to the requested number", async () => {
    expect(await search("", 3)).toEqual(allNames.slice(0, 3));
    expect(await search("", 0)).toEqual([]);
  });

  test("are found by slug in any letter case; an unknown slug returns null", async () => {
    for (const url of ["united-arab-emirates", "United-Arab-Emirates", "UNITED-ARAB-EMIRATES"])
      expect(await askData(findCountryName, { url })).toEqual({
        country: { name: "United Arab Emirates", countryUrl: "united-arab-emirates" },
      });
    for (const url of ["atlantis", "", "united arab emirates", "__proto__"])
      expect(await askData(findCountryName, { url })).toEqual({ country: null });
  });

  test("have their lowest price, shortest processing time and lead visa, and the texts of their seed files", async () => {
    const { countries } = await askData(countriesInFull);
    for (const country of countries) {
      const file = seed.find(({ countryUrl }) => countryUrl === country.countryUrl)!;
      const prices = file.visas.map((visa) => visa.adultPrice);
      expect(country.lowestPrice).toBe(Math.min(...prices));
      expect(country.lowestProcessingTime).toBe(Math.min(...file.visas.map((visa) => visa.processingTime)));
      expect(country.lowestTotal).toBe(Math.min(...prices) + 499 + 90);
      expect(country.leadVisa.visaUrl).toBe(file.leadVisaUrl);
      expect(country.visas.map((visa) => visa.adultPrice)).toEqual(prices.sort((a, b) => a - b));
      expect(country.visaDocuments).toEqual(
        file.documents.map(({ visaType, documentName }) => ({ visaType, documentName })),
      );
      expect(country.visaTerms.map((term) => term.termsandConditions)).toEqual(file.terms);
      expect(country.visaFAQs).toEqual(file.faqs);
    }
  });

  test("each have a flag, served as SVG", async () => {
    const { countries } = await askData(flags);
    for (const { flagSrc, flagUrl, visas } of countries) {
      expect(flagUrl).toBe(`/flags/${flagSrc}.svg`);
      expect(new Set(visas.map((visa) => visa.flagUrl))).toEqual(new Set([flagUrl]));
      const response = await fetch(server.url + flagUrl);
      expect([flagSrc, response.status, response.headers.get("content-type")]).toEqual([
        flagSrc,
        200,
        "image/svg+xml",
      ]);
      expect(await response.text()).toMatch(/^<svg /);
    }
  });

  test.each(["zz.svg", "in", "in.png", "..%2f..%2fpackage.json", "%2e%2e%2fin.svg", "IN.svg%00"])(
    "have no flag at /flags/%s",
    async (file) => {
      expect((await fetch(`${server.url}/flags/${file}`)).status).toBe(404);
    },
  );
});

describe("a visa", () => {
  test("is found by slug in any letter case; an unknown slug returns null", async () => {
    const { visaUrl, visaName } = seedVisas[0]!;
    for (const url of [visaUrl, visaUrl.toUpperCase()])
      expect((await askData(visaInFull, { url })).visa).toMatchObject({ visaUrl, visaName });
    for (const url of ["no-such-visa", "", "constructor"])
      expect(await askData(visaInFull, { url })).toEqual({ visa: null });
  });

  test("has the values of its seed file, including nulls, and the total price for one adult", async () => {
    for (const { countryName, ...file } of seedVisas) {
      const { visa } = await askData(visaInFull, { url: file.visaUrl });
      expect(visa).toMatchObject({ ...file, visaCountryName: countryName, country: { name: countryName } });
      // GST of 18 % on 499 is 89.82, rounded to 90.
      const total = file.adultPrice + 499 + 90;
      expect(visa.priceSummary).toEqual({ visaFee: file.adultPrice, serviceFee: 499, gst: 90, total });
    }
    for (const key of ["entry", "processType", "childPrice"] as const)
      expect(seedVisas.filter((visa) => visa[key] === null).length).toBeGreaterThan(0);
  });

  test("is popular if it is the lead visa of a country with a rank, and is listed by rank", async () => {
    const { popularVisas } = await askData(listPopularVisas);
    const ranked = seed
      .filter(({ popularRank }) => popularRank)
      .sort((a, b) => a.popularRank! - b.popularRank!);
    expect(popularVisas.map(({ countryUrl }) => countryUrl)).toEqual(
      ranked.slice(0, 12).map(({ countryUrl }) => countryUrl),
    );
    expect(popularVisas[0].visaUrl).toBe("uae-30-days-tourist-visa-single-entry");
    expect((await askData(listPopularVisas, { first: 2 })).popularVisas).toHaveLength(2);
  });
});

describe("the list of visas", () => {
  const list = async (variables: Record<string, unknown>) => (await askData(listVisas, variables)).visas;
  const inOrder = [...seedVisas].sort(
    (a, b) => a.adultPrice - b.adultPrice || a.visaUrl.localeCompare(b.visaUrl),
  );

  test("is paginated, cheapest first, and contains each visa once", async () => {
    const found: { visaUrl: string }[] = [];
    let after: string | null = null;
    for (let pages = 0, hasNextPage = true; hasNextPage && pages < 100; pages++) {
      const page = await list({ first: 7, after });
      expect(page.totalCount).toBe(seedVisas.length);
      expect(page.edges.map(({ node }) => node.visaUrl)).toEqual(slugsOf(page.nodes));
      expect(page.edges.at(-1)!.cursor).toBe(page.pageInfo.endCursor);
      found.push(...page.nodes);
      ({ hasNextPage, endCursor: after } = page.pageInfo);
    }
    expect(slugsOf(found)).toEqual(slugsOf(inOrder));
  });

  test.each<[string, Record<string, unknown>, (visa: (typeof seedVisas)[number]) => boolean]>([
    [
      "the country, in any letter case",
      { countryUrl: "Vietnam" },
      ({ countryUrl }) => countryUrl === "vietnam",
    ],
    ["visas for tourists", { visaType: "TOURIST" }, ({ visaType }) => visaType === "TOURIST"],
    ["visas for business", { visaType: "BUSINESS" }, ({ visaType }) => visaType === "BUSINESS"],
    ["single entry", { entry: "SINGLE" }, ({ entry }) => entry === "SINGLE"],
    ["multiple entry", { entry: "MULTIPLE" }, ({ entry }) => entry === "MULTIPLE"],
    ["the maximum price, inclusive", { maxPrice: 4999 }, ({ adultPrice }) => adultPrice <= 4999],
    [
      "the longest processing time, inclusive",
      { maxProcessingTime: 3 },
      ({ processingTime }) => processingTime <= 3,
    ],
    [
      "a part of the visa's name",
      { search: "30 DAYS" },
      ({ visaName }) => visaName.toLowerCase().includes("30 days"),
    ],
    [
      "a part of the country's name",
      { search: "emirat" },
      ({ countryUrl }) => countryUrl === "united-arab-emirates",
    ],
    [
      "another name of the country",
      { search: "UAE" },
      ({ countryUrl }) => countryUrl === "united-arab-emirates",
    ],
    ["a misspelt country name", { search: "Bahrian" }, ({ countryUrl }) => countryUrl === "bahrain"],
    [
      "several criteria together",
      { visaType: "TOURIST", entry: "SINGLE", maxPrice: 6000, maxProcessingTime: 5 },
      (visa) =>
        visa.visaType === "TOURIST" &&
        visa.entry === "SINGLE" &&
        visa.adultPrice <= 6000 &&
        visa.processingTime <= 5,
    ],
    [
      "nothing if all values are null",
      { countryUrl: null, entry: null, maxPrice: null, search: null },
      () => true,
    ],
  ])("is filtered by %s", async (_what, filter, passes) => {
    const page = await list({ filter, first: 100 });
    const wanted = inOrder.filter(passes);
    expect(wanted.length).toBeGreaterThan(0);
    expect(slugsOf(page.nodes)).toEqual(slugsOf(wanted).slice(0, 100));
    expect(page.totalCount).toBe(wanted.length);
  });

  test("is empty if nothing matches", async () => {
    for (const filter of [{ countryUrl: "atlantis" }, { maxPrice: 0 }, { search: "no such visa" }])
      expect(await list({ filter })).toEqual({
        edges: [],
        nodes: [],
        pageInfo: { hasNextPage: false, endCursor: null },
        totalCount: 0,
      });
  });

  test.each([{ first: 0 }, { first: 101 }, { first: -1 }, { after: "nonsense" }, { after: "W10" }])(
    "is refused with BAD_USER_INPUT for %j",
    async (variables) => {
      expect(topLevelErrorCodes(await ask(listVisas, variables))).toEqual(["BAD_USER_INPUT"]);
    },
  );
});
