import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { v5 as uuidOf } from "uuid";
import type { CatalogueService } from "../server/modules/catalogue/catalogue.service";
import type { CatalogueRows } from "../server/modules/catalogue/catalogue.rules";
import type { RequirementFacts } from "../server/modules/catalogue/requirement/requirementFacts.rules";
import { toSlug } from "../server/modules/catalogue/countrySearch.rules";
import { countrySchema, type SeedCountry } from "./countrySchema";

/**
 * Ids are derived from slugs and positions (UUID version 5 in our own namespace), so that loading twice changes
 * nothing.
 */
const namespace = "6f6b1f0e-6a2a-4a9b-9d0e-3f1c9a5b7d21";
const idOf = (kind: string, ...key: (string | number)[]) => uuidOf([kind, ...key].join("/"), namespace);

/** Stores the countries of the folder and returns their number. Throws before any change if a file is invalid. */
export async function loadSeed(catalogue: CatalogueService, folder: string): Promise<number> {
  const countries = await readSeed(folder);
  await catalogue.replace(toRows(countries));
  return countries.length;
}

/** Returns the countries of the folder. If a file is invalid, throws an error with its name and the position. */
export async function readSeed(folder: string): Promise<SeedCountry[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".json")).sort();
  const countries = await Promise.all(names.map((name) => readCountry(join(folder, name))));
  const slugs = countries.flatMap(({ visas }) => visas.map(({ visaUrl }) => visaUrl));
  const double = slugs.find((slug, index) => slugs.indexOf(slug) !== index);
  if (double) throw new Error(`seed: two visas have the visaUrl ${double}`);
  checkNames(countries);
  return countries;
}

/** Throws if two countries share a name, because each name is also the path of a page, such as `/visas/dubai`. */
function checkNames(countries: readonly SeedCountry[]): void {
  const owners = new Map<string, string>();
  for (const { countryUrl, name, aliases } of countries)
    for (const slug of new Set([countryUrl, ...[name, ...aliases].map(toSlug)])) {
      const owner = owners.get(slug);
      if (owner) throw new Error(`seed: ${owner} and ${countryUrl} are both found by ${slug}`);
      owners.set(slug, countryUrl);
    }
}

async function readCountry(file: string): Promise<SeedCountry> {
  const name = basename(file);
  const parsed = countrySchema.safeParse(parseJson(name, await readFile(file, "utf8")));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new Error(`seed: ${name}: ${issue?.path.join(".")}: ${issue?.message}`);
  }
  if (name !== `${parsed.data.countryUrl}.json`)
    throw new Error(`seed: ${name}: is not named after its countryUrl`);
  return parsed.data;
}

function parseJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`seed: ${name}: is not JSON: ${(error as Error).message}`, { cause: error });
  }
}

function toRows(countries: readonly SeedCountry[]): CatalogueRows {
  const open = { b2CStatus: true, b2BStatus: false, apiStatus: true };
  const rows: CatalogueRows = { countries: [], visas: [], documents: [], terms: [], faqs: [] };
  for (const { visas, documents, terms, faqs, aliases, source, ...country } of countries) {
    const { countryUrl } = country;
    const visaCountryId = idOf("country", countryUrl);
    rows.countries.push({
      visaCountryId,
      ...country,
      aliases: JSON.stringify(aliases),
      ...open,
      version: 1,
    });
    for (const visa of visas) {
      const { visaUrl } = visa;
      const ids = { visaId: idOf("visa", visaUrl), visaPriceId: idOf("price", visaUrl) };
      rows.visas.push({ ...ids, visaCountryId, ...visa, isActive: true, ...open, version: 1 });
    }
    documents.forEach(({ id, visaType, documentName, ...facts }, position) => {
      const requirement: RequirementFacts = {
        requirementId: id,
        ...facts,
        sourceUrl: source.url,
        checkedOn: source.checkedOn,
      };
      rows.documents.push({
        visaDocumentId: idOf("document", countryUrl, position),
        visaCountryId,
        position,
        visaType,
        documentName,
        requirement: JSON.stringify(requirement),
      });
    });
    terms.forEach((termsandConditions, position) =>
      rows.terms.push({
        visaTermsId: idOf("term", countryUrl, position),
        visaCountryId,
        position,
        termsandConditions,
      }),
    );
    faqs.forEach((faq, position) =>
      rows.faqs.push({ visaFAQId: idOf("faq", countryUrl, position), visaCountryId, position, ...faq }),
    );
  }
  return rows;
}
