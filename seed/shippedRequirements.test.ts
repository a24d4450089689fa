import "reflect-metadata";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { entities } from "../server/app/entities";
import { toRestCountry } from "../server/modules/catalogue/catalogue.rest";
import { CatalogueService } from "../server/modules/catalogue/catalogue.service";
import { requirementsFor, toQuestion } from "../server/modules/catalogue/requirement/requirement.rules";
import { suggestFacts } from "../server/modules/catalogue/requirement/requirementFacts.rules";
import { summarisePriceAt } from "../server/modules/visaRequest/pricing.rules";
import { SqliteDatabase } from "../server/platform/db/sqlite/SqliteDatabase";
import { loadSeed, readSeed } from "./load";

const shipped = join("seed", "countries");
let folder: string;
let db: SqliteDatabase;
let catalogue: CatalogueService;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "requirements-"));
  db = await SqliteDatabase.open(join(folder, "portal.sqlite"), entities);
  catalogue = await CatalogueService.open(db, summarisePriceAt({ serviceFee: 499, gstPercent: 0 }));
  await loadSeed(catalogue, shipped);
});
afterAll(async () => {
  await db.close();
  rmSync(folder, { recursive: true });
});

const labels = (visaUrl: string, travelerType?: "ADULT" | "CHILD" | "INFANT") =>
  requirementsFor(catalogue.findVisa(visaUrl)!.requirements, travelerType).map(
    ({ label, circumstance }) => label + (circumstance ? ` / ${circumstance}` : ""),
  );

test("the countries' documents have not changed since requirements became data", () => {
  const documents = [...catalogue.lists.countries]
    .sort((a, b) => (a.countryUrl < b.countryUrl ? -1 : 1))
    .flatMap((country) => {
      const { visaDocuments } = toRestCountry(country);
      expect(country.visaDocuments).toEqual(
        visaDocuments.map((document) => ({ ...document, position: expect.any(Number) })),
      );
      return visaDocuments;
    })
    .map(({ visaDocumentId, visaCountryId, visaType, documentName }) => ({
      ...{ visaDocumentId, visaCountryId, visaType, documentName },
    }));
  expect(createHash("sha256").update(JSON.stringify(documents)).digest("hex")).toBe(
    "15cef41afd930c91fb022cacb77e7f53ef50ce055cf4879cfbc42e9164432ae6",
  );
});

describe("the requirements of all 94 visas", () => {
  test("are documents of the country, with a short label, a unique id and a source", () => {
    const { visas } = catalogue.lists;
    expect(visas).toHaveLength(94);
    for (const { visaUrl, visaType, country, requirements } of visas) {
      const names = country.visaDocuments
        .filter((document) => document.visaType === visaType)
        .map(({ documentName }) => documentName);
      const ids = requirements.map(({ requirementId }) => requirementId);
      expect([visaUrl, new Set(ids).size]).toEqual([visaUrl, ids.length]);
      expect(names).toEqual(expect.arrayContaining(requirements.map(({ help }) => help)));
      for (const { requirementId, label, sourceUrl } of requirements) {
        expect([visaUrl, requirementId]).toEqual([visaUrl, expect.stringMatching(/^[a-z0-9-]{3,60}$/)]);
        expect(label.length).toBeLessThanOrEqual(60);
        expect(sourceUrl).toMatch(/^https:/);
      }
      const kinds = requirements.map(({ kind }) => kind);
      // Photo and passport do not count. The registration for Hong Kong requires the fewest documents.
      const others = kinds.filter((kind) => kind === "DOCUMENT" || kind === "QUESTION").length;
      expect([visaUrl, others >= 2 && others <= 7]).toEqual([visaUrl, true]);
    }
  });

  test("have the kind PHOTO or PASSPORT if and only if their text suggests it", async () => {
    const documents = (await readSeed(shipped)).flatMap((country) => country.documents);
    const isOwn = (kind: string) => kind === "PHOTO" || kind === "PASSPORT";
    expect(documents.filter(({ kind }) => isOwn(kind))).toHaveLength(92);
    const different = documents.filter(
      ({ kind, documentName }) => isOwn(kind) !== isOwn(suggestFacts(documentName).kind),
    );
    expect(different.map(({ documentName }) => documentName)).toEqual([]);
  });

  test("contain the conditions of their text as data", async () => {
    const documents = (await readSeed(shipped)).flatMap((country) => country.documents);
    const inWords =
      /\b(if|when) (you|the trip|the child|coming|a friend|a single)\b|\bwhere (you|the|your)\b|\bfor the \S+ visas?\b|\bchild\b|\beighteen\b|\btransit\b/i;
    const unstated = documents.filter(
      ({ kind, documentName, when, categories, isRequired }) =>
        (kind === "DOCUMENT" || kind === "QUESTION") &&
        inWords.test(documentName) &&
        Object.keys(when).length === 0 &&
        categories.length === 3 &&
        isRequired,
    );
    // These conditions concern only a part of the document, or only sound like a condition.
    expect(unstated.map(({ documentName }) => documentName.slice(0, 40))).toEqual([
      "Travel insurance certificate for Armenia",
      "Where you will sleep on arrival, for exa",
      "Flight booking showing the airport or bo",
      "Entry and exit tickets, or a written iti",
      "Flight itinerary in and out of Egypt, wi",
      "Bank statement of the past six months, s",
      "Air ticket that lands at Bole Internatio",
      "Reserved flights into and out of Georgia",
      "Return flight from Muscat or Salalah, or",
      "Letter of the Indian employer, certified",
      "Return or onward flight from Colombo (Ba",
      "Where you will sleep first in Tajikistan",
    ]);
  });

  test("do not ask tourists for transit documents, or children for a PAN card", () => {
    const visit = ["Passport page", "Photo", "Return ticket"];
    const stay = ["Hotel booking or host's tenancy contract and Emirates ID", "Bank statement or card copy"];
    const transit = ["Passport page", "Photo", stay[0]!, "Onward ticket and visa", stay[1]!];
    const pan = "PAN card";
    const birth = "Birth certificate and parents' passports";
    expect(labels("uae-30-days-tourist-visa-single-entry", "ADULT")).toEqual([...visit, ...stay, pan]);
    expect(labels("uae-30-days-tourist-visa-single-entry", "CHILD")).toEqual([...visit, ...stay, birth]);
    expect(labels("uae-48-hours-transit-visa-single-entry", "ADULT")).toEqual([...transit, pan]);
    expect(labels("uae-96-hours-transit-visa-single-entry", "INFANT")).toEqual([...transit, birth]);
    for (const { visaUrl, isTransit, requirements } of catalogue.lists.visas)
      if (!isTransit)
        expect([visaUrl, requirements.filter(({ help }) => /\btransit (visas|of)\b/.test(help))]).toEqual([
          visaUrl,
          [],
        ]);
  });

  test("ask about each circumstance in a plain question, unless the visa's facts decide it", () => {
    const asked = catalogue.lists.visas.flatMap(({ requirements }) =>
      requirements.flatMap(({ circumstance }) => circumstance ?? []),
    );
    expect(new Set(asked).size).toBe(25);
    expect(asked.map(toQuestion).filter((question) => /^Does this apply/.test(question))).toEqual([]);
    // This visa allows stays of 90 days, and the certificate is only for longer stays.
    expect(labels("russia-1-year-business-visa-multiple-entry")).not.toContain("HIV test certificate");
  });

  test("depend on the length of stay, the number of entries and the visa", () => {
    const has = (visaUrl: string, label: string) => labels(visaUrl).includes(label);
    expect([
      has("indonesia-30-days-evoa", "Bank statement"),
      has("indonesia-60-days-single-entry-tourist", "Bank statement"),
      has("russia-30-days-business-evisa-single-entry", "Invitation of the organisation in Russia"),
      has("russia-1-year-business-visa-multiple-entry", "Invitation of the organisation in Russia"),
      has("kenya-90-days-single-entry-eta", "Route and dates"),
      has("kenya-90-days-east-africa-tourist", "Route and dates"),
    ]).toEqual([false, true, false, true, false, true]);
  });
});
