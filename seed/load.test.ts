import "reflect-metadata";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { SqliteDatabase } from "../server/platform/db/sqlite/SqliteDatabase";
import { CatalogueService } from "../server/modules/catalogue/catalogue.service";
import type { SeedCountry } from "./countrySchema";
import { loadSeed, readSeed } from "./load";
import { summarisePriceAt } from "../server/modules/visaRequest/pricing.rules";
import { entities } from "../server/app/entities";

const shipped = join("seed", "countries");
const names = readdirSync(shipped).filter((name) => name.endsWith(".json"));

type SeedDocument = SeedCountry["documents"][number];

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "seed-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe("loading the seed", () => {
  const tables = ["visa_country", "visa", "visa_document", "visa_term", "visa_faq"];
  let db: SqliteDatabase;
  let catalogue: CatalogueService;
  beforeEach(async () => {
    db = await SqliteDatabase.open(join(folder, "db", "portal.sqlite"), entities);
    catalogue = await CatalogueService.open(db, summarisePriceAt({ serviceFee: 499, gstPercent: 0 }));
  });
  afterEach(() => db.close());

  const dump = () =>
    Promise.all(
      tables.map((table): Promise<unknown[]> => db.read.query(`SELECT * FROM ${table} ORDER BY 1`)),
    );

  test("fills an empty catalogue, in the database and in memory", async () => {
    expect(catalogue.isEmpty).toBe(true);
    expect(await loadSeed(catalogue, shipped)).toBe(names.length);
    expect(catalogue.countries({ first: 250 })).toHaveLength(names.length);
    const rows = await dump();
    expect(rows[0]).toHaveLength(names.length);
    expect(rows.every((table) => table.length >= names.length)).toBe(true);
  });

  test("twice leaves every row unchanged", async () => {
    await loadSeed(catalogue, shipped);
    const before = await dump();
    await loadSeed(catalogue, shipped);
    expect(await dump()).toEqual(before);
  });

  test("again after an edit changes the edited values but not the ids", async () => {
    const country = makeCountry();
    write(country);
    await loadSeed(catalogue, folder);
    const before = catalogue.findVisa("testland-30-days");
    write({ ...country, visas: [{ ...country.visas[0]!, adultPrice: 700 }], terms: ["Another term."] });
    await loadSeed(catalogue, folder);
    expect(catalogue.findVisa("testland-30-days")).toMatchObject({ visaId: before!.visaId, adultPrice: 700 });
    const { visaTerms } = catalogue.findCountry("testland")!;
    expect(visaTerms.map(({ termsandConditions }) => termsandConditions)).toEqual(["Another term."]);
  });

  test("preserves changes made by staff, and updates everything else", async () => {
    const country = makeCountry();
    write(country);
    await loadSeed(catalogue, folder);
    const { visaId, visaCountryId } = catalogue.findVisa("testland-30-days")!;
    await catalogue.change(async (transaction) => {
      await transaction.query(`UPDATE visa SET "adultPrice" = 650, version = 2`);
      await transaction.query(`UPDATE visa_term SET "termsandConditions" = 'A term of staff.'`);
      await transaction.query(
        `INSERT INTO user_account ("userId", "phoneNumber", name, "createdAt", "lastSeenAt")
          VALUES ('staff', '+919800000001', 'Ravi', '2026', '2026')`,
      );
      const note = (id: string | null, field: string) =>
        transaction.query(
          `INSERT INTO catalogue_change (at, "staffId", "visaCountryId", "visaId", fields) VALUES ('2026', 'staff', ?, ?, ?)`,
          [visaCountryId, id, JSON.stringify([{ field, from: [], to: [] }])],
        );
      await note(visaId, "adultPrice");
      await note(null, "terms");
      return true;
    });
    const again = async () => {
      await loadSeed(catalogue, folder);
      const { adultPrice, validity, version } = catalogue.findVisa("testland-30-days")!;
      const { visaTerms, visaFAQs } = catalogue.findCountry("testland")!;
      return [adultPrice, validity, version, visaTerms[0]!.termsandConditions, visaFAQs[0]!.question];
    };
    expect(await again()).toEqual([650, "60 Days", 2, "A term of staff.", "Why?"]);

    write({
      ...country,
      visas: [{ ...country.visas[0]!, adultPrice: 700, validity: "90 Days" }],
      terms: ["Another term."],
      faqs: [{ question: "How?", answer: "So." }],
    });
    expect(await again()).toEqual([650, "90 Days", 3, "A term of staff.", "How?"]);
    expect(await again()).toEqual([650, "90 Days", 3, "A term of staff.", "How?"]);
  });

  test("leaves the rows of countries that the folder does not contain", async () => {
    await loadSeed(catalogue, shipped);
    const before = await dump();
    write(makeCountry());
    await loadSeed(catalogue, folder);
    const after = await dump();
    before.forEach((rows, at) => expect(after[at]).toEqual(expect.arrayContaining(rows)));
    expect(after.map((rows) => rows.length)).toEqual(before.map((rows) => rows.length + 1));
    await loadSeed(catalogue, shipped);
    expect(await dump()).toEqual(after);
  });

  test("changes nothing if one file of the folder is invalid", async () => {
    await loadSeed(catalogue, shipped);
    const before = await dump();
    write(makeCountry());
    write({ ...makeCountry("badland"), flagSrc: "BAD" });
    await expect(loadSeed(catalogue, folder)).rejects.toThrow("badland.json");
    expect(await dump()).toEqual(before);
  });
});

describe("the text 'null' in a file", () => {
  test("is read as null", async () => {
    const country = makeCountry();
    const stray = { ...country.visas[0], entry: "null", processType: "null", priceType: "null" };
    write({ ...country, visas: [stray] });
    const [read] = await readSeed(folder);
    expect(read!.visas[0]).toMatchObject({ entry: null, processType: null, priceType: null });
  });
});

describe("reading fails with an error that names the position of", () => {
  const visa = makeCountry().visas[0]!;
  const { source } = makeCountry();
  const withDocument = (changes: object) => ({ documents: [{ ...makeDocument(), ...changes }] });
  test.each([
    ["a missing name", { name: undefined }, "name"],
    ["a blank name", { name: "  " }, "name"],
    ["a flag that is not a country code", { flagSrc: "IND" }, "flagSrc"],
    ["no visas", { visas: [] }, "visas"],
    ["a price of zero", { visas: [visa, { ...visa, adultPrice: 0 }] }, "visas.1.adultPrice"],
    ["a price in paise", { visas: [{ ...visa, adultPrice: 499.5 }] }, "visas.0.adultPrice"],
    ["a slug with capitals", { visas: [{ ...visa, visaUrl: "Testland" }] }, "visas.0.visaUrl"],
    ["an unknown entry type", { visas: [{ ...visa, entry: "TWICE" }] }, "visas.0.entry"],
    ["a visa type without documents", { visas: [{ ...visa, visaType: "BUSINESS" }] }, "documents"],
    ["a question without an answer", { faqs: [{ question: "Why?" }] }, "faqs.0.answer"],
    ["a document without a kind", withDocument({ kind: undefined }), "documents.0.kind"],
    ["an id with spaces", withDocument({ id: "return ticket" }), "documents.0.id"],
    ["an id of an earlier document", { documents: [makeDocument(), makeDocument()] }, "documents.1.id"],
    ["an unknown condition", withDocument({ when: { age: 3 } }), "documents.0.when"],
    ["a visa of another country", withDocument({ when: { visas: ["oman"] } }), "documents.0.when.visas"],
    ["file rules for a question", withDocument({ kind: "QUESTION", fileRules: {} }), "documents.0.fileRules"],
    ["no category", withDocument({ categories: [] }), "documents.0.categories"],
    ["a day that does not exist", { source: { ...source, checkedOn: "2026-02-30" } }, "source.checkedOn"],
    ["a source without https", { source: { ...source, url: "http://visa.example" } }, "source.url"],
    ["an unknown property", { visas: [{ ...visa, pric: 1 }] }, "visas.0"],
  ])("%s", async (_what, changes, path) => {
    write({ ...makeCountry(), ...changes });
    await expect(readSeed(folder)).rejects.toThrow(`seed: testland.json: ${path}: `);
  });

  test("invalid JSON", async () => {
    writeFileSync(join(folder, "testland.json"), '{ "name": ');
    await expect(readSeed(folder)).rejects.toThrow("seed: testland.json: ");
  });

  test("a file name that differs from the countryUrl", async () => {
    write(makeCountry(), "otherland.json");
    await expect(readSeed(folder)).rejects.toThrow("seed: otherland.json: is not named after its countryUrl");
  });

  test("two visas with the same slug, in one file or in two", async () => {
    write({ ...makeCountry(), visas: [visa, visa] });
    await expect(readSeed(folder)).rejects.toThrow("seed: two visas have the visaUrl testland-30-days");
    write(makeCountry());
    write({ ...makeCountry("otherland"), visas: [visa] });
    await expect(readSeed(folder)).rejects.toThrow("seed: two visas have the visaUrl testland-30-days");
  });
});

test("two countries with the same alias are refused, because both would have the same address", async () => {
  write({ ...makeCountry(), aliases: ["Old Land"] });
  write({ ...makeCountry("otherland"), aliases: ["old-länd"] });
  await expect(readSeed(folder)).rejects.toThrow("seed: otherland and testland are both found by old-land");
});

function write(
  country: { countryUrl: string } & Record<string, unknown>,
  name = `${country.countryUrl}.json`,
) {
  writeFileSync(join(folder, name), JSON.stringify(country));
}

function makeCountry(countryUrl = "testland"): SeedCountry {
  return {
    name: countryUrl,
    countryUrl,
    aliases: [],
    flagSrc: "tl",
    processingType: "ONLINE",
    imageSrc: null,
    isActive: true,
    popularRank: null,
    leadVisaUrl: null,
    visas: [
      {
        visaName: "30 Days Tourist Visa",
        visaUrl: `${countryUrl}-30-days`,
        visaType: "TOURIST",
        isTransit: false,
        processingTime: 3,
        stayPeriod: "30 Days",
        validity: "60 Days",
        entry: "SINGLE",
        processType: "EVISA",
        priceType: "B2C",
        adultPrice: 600,
        childPrice: null,
      },
    ],
    source: { url: "https://visa.example", checkedOn: "2026-11-26" },
    documents: [makeDocument()],
    terms: ["A term."],
    faqs: [{ question: "Why?", answer: "Because." }],
  };
}

function makeDocument(changes: Partial<SeedDocument> = {}): SeedDocument {
  return {
    id: "passport",
    visaType: "TOURIST",
    documentName: "Passport",
    kind: "PASSPORT",
    label: "Passport page",
    categories: ["ADULT", "CHILD", "INFANT"],
    when: {},
    isRequired: true,
    fileRules: null,
    ...changes,
  };
}
