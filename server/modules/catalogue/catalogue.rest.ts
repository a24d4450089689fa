/**
 * The catalogue in its REST format: the documented names, `EVisa` for `EVISA`, and only the country's name in
 * visas.
 */
import { z } from "zod";
import type { CatalogueCountry, CatalogueVisa } from "./catalogue.rules";

const rupees = z.int().min(0);
const days = z.int().min(0);
const visaCountryId = z.uuid().describe("The id of its country; a UUID.");
const countryUrl = z.string().describe("The slug of the country, as in `/visas/{countryUrl}`.");
const flagSrc = z.string().describe("Two-letter country code, ISO 3166-1, lower case.");
const flagUrl = z.string().describe("The flag as SVG, 4:3; a path on this server.");
const isActive = z.boolean().describe("Whether it is published; always true, as nothing else is returned.");
const b2CStatus = z.boolean().describe("Whether it is open to travellers who apply for themselves.");
const b2BStatus = z.boolean().describe("Whether it is open to agencies.");
const apiStatus = z.boolean().describe("Whether it is open to partners through this API.");
const visaType = z.enum(["TOURIST", "BUSINESS"]);

const visaFields = {
  visaId: z.uuid().describe("UUID."),
  visaName: z.string().describe("What the visa is called, e.g. `30 Days Tourist Visa`."),
  visaUrl: z.string().describe("The slug of the visa, as in `/visa/{visaUrl}`."),
  countryUrl,
  visaType: visaType.describe("What it is for."),
  processingTime: days.describe("How long the authority takes, in days."),
  stayPeriod: z.string().describe("How long one may stay; free text, e.g. `30 Days`."),
  validity: z.string().describe("How long the visa can be used; free text, e.g. `60 days from issue`."),
  entry: z
    .enum(["SINGLE", "MULTIPLE"])
    .nullable()
    .describe("How often it lets its holder in; null where it is not stated."),
  visaCountryId,
  visaCountryName: z.string().describe("The name of its country."),
  visaPriceId: z.uuid().describe("The id of its price; a UUID."),
  adultPrice: rupees.describe("For one adult, in whole rupees, service fee not included."),
  childPrice: rupees
    .nullable()
    .describe("For one child or infant, in whole rupees; null where they pay `adultPrice`."),
  priceType: z.enum(["B2C"]).nullable().describe("Whom the price is for; null where it is for everybody."),
  isActive,
  b2CStatus,
  b2BStatus,
  apiStatus,
  processType: z
    .enum(["EVisa"])
    .nullable()
    .describe("How the authority handles it; null where it is not stated."),
  flagSrc,
  flagUrl,
  priceSummary: z
    .object({
      visaFee: rupees.describe("The price of the visa."),
      serviceFee: rupees.describe("Our fee, GST not included."),
      gst: rupees.describe("GST on the service fee, rounded to the rupee."),
      total: rupees.describe("The three together."),
    })
    .describe("What one adult pays, all in; in whole rupees."),
};

const visaDocument = z
  .object({
    visaDocumentId: z.uuid().describe("UUID."),
    visaCountryId,
    visaType: visaType.describe("The type of visa that it is needed for."),
    documentName: z.string().describe("What it is."),
  })
  .meta({ id: "VisaDocument", description: "One document to bring." });

const visaTerm = z
  .object({
    visaTermsId: z.uuid().describe("UUID."),
    visaCountryId,
    termsandConditions: z.string().describe("Its text."),
  })
  .meta({ id: "VisaTerm", description: "One term for a country's visas." });

const visaFAQ = z
  .object({
    visaFAQId: z.uuid().describe("UUID."),
    visaCountryId,
    question: z.string().describe("The question."),
    answer: z.string().describe("The answer."),
  })
  .meta({ id: "VisaFAQ", description: "One question that travellers ask, answered." });

export const restVisa = z.object(visaFields).meta({ id: "Visa", description: "One published visa." });

const knowledge = {
  visaTerms: z.array(visaTerm).describe("The terms for the country."),
  visaFAQs: z.array(visaFAQ).describe("Questions that travellers to the country ask."),
};

export const restVisaInFull = z
  .object({
    ...visaFields,
    visaDocuments: z.array(visaDocument).describe("The documents to bring for a visa of this `visaType`."),
    ...knowledge,
  })
  .meta({
    id: "VisaInFull",
    description: "One published visa, with the documents, terms and questions of its country.",
  });

export const restCountry = z
  .object({
    visaCountryId: z.uuid().describe("UUID."),
    name: z.string().describe("The country's name in English."),
    countryUrl,
    processingType: z.string().describe("How applications are handled; `ONLINE`."),
    flagSrc,
    flagUrl,
    imageSrc: z.string().nullable().describe("A picture of the country; null where there is none."),
    isActive,
    b2CStatus,
    b2BStatus,
    apiStatus,
    lowestProcessingTime: days
      .nullable()
      .describe("The shortest `processingTime` of its active visas, in days; null where it has none."),
    lowestPrice: rupees
      .nullable()
      .describe("The lowest `adultPrice` of its active visas, in whole rupees; null where it has none."),
    visas: z.array(restVisa).describe("Its active visas, cheapest first."),
    visaDocuments: z.array(visaDocument).describe("The documents to bring, by type of visa."),
    ...knowledge,
  })
  .meta({ id: "VisaCountry", description: "A destination with the visas that we can get for it." });

export function toRestCountry(source: CatalogueCountry): z.output<typeof restCountry> {
  const {
    leadVisa: _lead,
    aliases: _aliases,
    popularRank: _rank,
    version: _version,
    visas,
    ...country
  } = source;
  return { ...country, visas: visas.map(toRestVisa), ...toKnowledge(source) };
}

export function toRestVisa(source: CatalogueVisa): z.output<typeof restVisa> {
  const { country: _country, version: _version, processType, ...visa } = source;
  return { ...visa, processType: processType && "EVisa" };
}

export function toRestVisaInFull(visa: CatalogueVisa): z.output<typeof restVisaInFull> {
  const { visaDocuments, ...terms } = toKnowledge(visa.country);
  return {
    ...toRestVisa(visa),
    visaDocuments: visaDocuments.filter(({ visaType }) => visaType === visa.visaType),
    ...terms,
  };
}

/** Sorted by position, so the positions themselves are omitted. */
function toKnowledge({ visaDocuments, visaTerms, visaFAQs }: CatalogueCountry) {
  return {
    visaDocuments: visaDocuments.map(({ position: _place, ...document }) => document),
    visaTerms: visaTerms.map(({ position: _place, ...term }) => term),
    visaFAQs: visaFAQs.map(({ position: _place, ...faq }) => faq),
  };
}
