import { z } from "zod";
import {
  fileFormats,
  requirementKinds,
  travelerCategories,
} from "../server/modules/catalogue/requirement/requirementFacts.rules";

const slug = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "must be a slug: small letters, digits, single dashes");
const text = z.string().trim().min(1);
const rupees = z.int().min(1).max(1_000_000);

/** Accepts one of `words`, null, or the string 'null', which the source data sometimes contains instead of null. */
const orNull = <Word extends string>(words: readonly Word[]) =>
  z.preprocess((value) => (value === "null" ? null : value), z.enum(words).nullable());

const visa = z.strictObject({
  visaName: text,
  visaUrl: slug,
  visaType: z.enum(["TOURIST", "BUSINESS"]),
  /** True if the visa only allows transit to another country. */
  isTransit: z.boolean().default(false),
  /** Days. */
  processingTime: z.int().min(1).max(365),
  stayPeriod: text,
  validity: text,
  entry: orNull(["SINGLE", "MULTIPLE"]),
  processType: orNull(["EVISA"]),
  priceType: orNull(["B2C"]),
  adultPrice: rupees,
  /** Null if children pay the adult price. */
  childPrice: rupees.nullable(),
});

const count = z.int().min(1).max(10_000);
const fileRules = z.strictObject({
  formats: z.array(z.enum(fileFormats)).min(1).nullable().default(null),
  maxKilobytes: count.nullable().default(null),
  widthMillimetres: count.nullable().default(null),
  heightMillimetres: count.nullable().default(null),
});

/** A required document with the facts of its requirement (`RequirementFacts`). */
const document = z
  .strictObject({
    id: slug.max(60),
    visaType: z.enum(["TOURIST", "BUSINESS"]),
    documentName: text,
    kind: z.enum(requirementKinds),
    label: text.max(60),
    categories: z
      .array(z.enum(travelerCategories))
      .min(1)
      .default([...travelerCategories]),
    when: z
      .strictObject({
        minStayDays: count.optional(),
        maxStayDays: count.optional(),
        entry: z.enum(["SINGLE", "MULTIPLE"]).optional(),
        isTransit: z.boolean().optional(),
        visas: z.array(slug).min(1).optional(),
        circumstance: text.max(120).startsWith("If ").optional(),
      })
      .default({}),
    isRequired: z.boolean().default(true),
    /** True if people who travel together give the same answer or send the same document. */
    isSameForAll: z.literal(true).optional(),
    fileRules: fileRules.nullable().default(null),
  })
  .refine(({ kind, fileRules: rules }) => kind !== "QUESTION" || !rules, {
    message: "is not allowed for a question",
    path: ["fileRules"],
  });

/** The format of a file in `seed/countries`. Prices are in whole rupees, times in days. */
export const countrySchema = z
  .strictObject({
    name: text,
    countryUrl: slug,
    /** Other names for the search: short and old names, other spellings, cities and islands. */
    aliases: z.array(text).max(30).default([]),
    /** ISO 3166-1 alpha-2, in lower case. */
    flagSrc: z.string().regex(/^[a-z]{2}$/),
    processingType: z.literal("ONLINE"),
    imageSrc: z.string().nullable(),
    isActive: z.boolean(),
    /** Position among the cards of the home page, from 1; null hides the country there. */
    popularRank: z.int().min(1).nullable(),
    /** The slug of the lead visa; null means the cheapest visa. */
    leadVisaUrl: slug.nullable().default(null),
    visas: z.array(visa).min(1),
    /** The authority's page that lists the documents, and the day on which we last compared ours with it. */
    source: z.strictObject({ url: z.url({ protocol: /^https$/ }), checkedOn: z.iso.date().nullable() }),
    documents: z.array(document).min(1),
    terms: z.array(text).min(1),
    faqs: z.array(z.strictObject({ question: text, answer: text })).min(1),
  })
  .refine(
    ({ visas, documents }) =>
      visas.every(({ visaType }) => documents.some((document) => document.visaType === visaType)),
    {
      message: "has a type of visa without documents",
      path: ["documents"],
    },
  )
  .refine(({ visas, leadVisaUrl }) => !leadVisaUrl || visas.some(({ visaUrl }) => visaUrl === leadVisaUrl), {
    message: "is not a visa of this country",
    path: ["leadVisaUrl"],
  })
  .superRefine(({ visas, documents }, context) => {
    const refuse = (message: string, index: number, ...path: string[]) =>
      context.addIssue({ code: "custom", message, path: ["documents", index, ...path] });
    for (const [index, { id, visaType, when }] of documents.entries()) {
      if (documents.findIndex((one) => one.visaType === visaType && one.id === id) !== index)
        refuse("is the id of an earlier document", index, "id");
      const isOfType = (url: string) =>
        visas.some((visa) => visa.visaUrl === url && visa.visaType === visaType);
      if (!(when.visas ?? []).every(isOfType))
        refuse("has a visa that is not of this country and type", index, "when.visas");
    }
  });

export type SeedCountry = z.infer<typeof countrySchema>;
