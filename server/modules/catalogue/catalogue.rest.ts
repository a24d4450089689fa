/**
 * The catalogue in its REST format: field names as in the specification, `EVisa` for `EVISA`, and only the country's
 * name in visas.
 */
import { z } from "zod";
import type { CatalogueCountry, CatalogueVisa } from "./catalogue.rules";

const rupees = z.int().min(0);
const days = z.int().min(0);
const visaCountryId = z.uuid().describe("The id of its country; a UUID.");
const countryUrl = z.string().describe("The slug of the country, as in `/visas/{countryUrl}`.");
const flagSrc = z.string().describe("Two-letter country code, ISO 3166-1, lower case.");
const flagUrl = z.string().describe("The path of the flag on this server; an SVG in the ratio 4:3.");
const isActive = z
  .boolean()
  .describe("Whether the item is published; always true, because unpublished items are not returned.");
const b2CStatus = z
  .boolean()
  .describe("Whether the item is available to travellers who apply for themselves.");
const b2BStatus = z.boolean().describe("Whether the item is available to agencies.");
const apiStatus = z.boolean().describe("Whether the item is available to partners through this API.");
const visaType = z.enum(["TOURIST", "BUSINESS"]);

const visaFields = {
  visaId: z.uuid().describe("UUID."),
  visaName: z.string().describe("Name of the visa, e.g. `30 Days Tourist Visa`."),
  visaUrl: z.string().describe("The slug of the visa, as in `/visa/{visaUrl}`."),
  countryUrl,
  visaType: visaType.describe("The purpose of the visa."),
  processingTime: days.describe("Processing time of the authority, in days."),
  stayPeriod: z.string().describe("Maximum stay as free text, e.g. `30 Days`."),
  validity: z.string().describe("Validity as free text, e.g. `60 days from issue`."),
  entry: z.enum(["SINGLE", "MULTIPLE"]).nullable().describe("Number of entries allowed; null if not stated."),
  visaCountryId,
  visaCountryName: z.string().describe("The name of its country."),
  visaPriceId: z.uuid().describe("The id of the visa's price; a UUID."),
  adultPrice: rupees.describe("Price for one adult, in whole rupees, without the service fee."),
  childPrice: rupees
    .nullable()
    .describe("Price for one child or infant, in whole rupees; null if they pay `adultPrice`."),
  priceType: z
    .enum(["B2C"])
    .nullable()
    .describe("The group of travellers that the price applies to; null if it applies to all."),
  isActive,
  b2CStatus,
  b2BStatus,
  apiStatus,
  processType: z.enum(["EVisa"]).nullable().describe("Type of processing; null if not stated."),
  flagSrc,
  flagUrl,
  priceSummary: z
    .object({
      visaFee: rupees.describe("The visa fee."),
      serviceFee: rupees.describe("Our fee, without GST."),
      gst: rupees.describe("GST on the service fee, rounded to the rupee."),
      total: rupees.describe("The sum of visa fee, service fee and GST."),
    })
    .describe("Total price for one adult, in whole rupees."),
};

const visaDocument = z
  .object({
    visaDocumentId: z.uuid().describe("UUID."),
    visaCountryId,
    visaType: visaType.describe("The visa type that requires the document."),
    documentName: z.string().describe("Name of the document."),
  })
  .meta({ id: "VisaDocument", description: "A required document." });

const visaTerm = z
  .object({
    visaTermsId: z.uuid().describe("UUID."),
    visaCountryId,
    termsandConditions: z.string().describe("Text of the term."),
  })
  .meta({ id: "VisaTerm", description: "A term that applies to a country's visas." });

const visaFAQ = z
  .object({
    visaFAQId: z.uuid().describe("UUID."),
    visaCountryId,
    question: z.string().describe("The question."),
    answer: z.string().describe("The answer."),
  })
  .meta({ id: "VisaFAQ", description: "A frequently asked question with its answer." });

export const restVisa = z.object(visaFields).meta({ id: "Visa", description: "A published visa." });

const knowledge = {
  visaTerms: z.array(visaTerm).describe("The terms for the country."),
  visaFAQs: z.array(visaFAQ).describe("Frequently asked questions about the country."),
};

export const restVisaInFull = z
  .object({
    ...visaFields,
    visaDocuments: z.array(visaDocument).describe("The required documents for a visa of this `visaType`."),
    ...knowledge,
  })
  .meta({
    id: "VisaInFull",
    description: "A published visa with the documents, terms and FAQs of its country.",
  });

export const restCountry = z
  .object({
    visaCountryId: z.uuid().describe("UUID."),
    name: z.string().describe("The country's name in English."),
    countryUrl,
    processingType: z.string().describe("Processing method; `ONLINE`."),
    flagSrc,
    flagUrl,
    imageSrc: z.string().nullable().describe("A picture of the country; null if there is none."),
    isActive,
    b2CStatus,
    b2BStatus,
    apiStatus,
    lowestProcessingTime: days
      .nullable()
      .describe("The shortest `processingTime` of its active visas, in days; null if it has none."),
    lowestPrice: rupees
      .nullable()
      .describe("The lowest `adultPrice` of its active visas, in whole rupees; null if it has none."),
    visas: z.array(restVisa).describe("Its active visas, cheapest first."),
    visaDocuments: z.array(visaDocument).describe("The required documents for visas of all types."),
    ...knowledge,
  })
  .meta({ id: "VisaCountry", description: "A destination with its available visas." });

export function toRestCountry(source: CatalogueCountry): z.output<typeof restCountry> {
  const {
    leadVisa: _lead,
    leadVisaUrl: _leadUrl,
    lowestTotal: _lowestTotal,
    aliases: _aliases,
    popularRank: _rank,
    version: _version,
    visas,
    ...country
  } = source;
  return { ...country, visas: visas.map(toRestVisa), ...toKnowledge(source) };
}

export function toRestVisa(source: CatalogueVisa): z.output<typeof restVisa> {
  // The requirements are available only in GraphQL.
  const { country: _country, version: _version, isTransit: _isTransit, ...others } = source;
  const { requirements: _requirements, processType, ...visa } = others;
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

/** The lists are sorted by position, so the positions themselves are omitted. */
function toKnowledge({ visaDocuments, visaTerms, visaFAQs }: CatalogueCountry) {
  return {
    visaDocuments: visaDocuments.map(({ position: _place, ...document }) => document),
    visaTerms: visaTerms.map(({ position: _place, ...term }) => term),
    visaFAQs: visaFAQs.map(({ position: _place, ...faq }) => faq),
  };
}
