import { z } from "zod";

const slug = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "must be a slug: small letters, digits, single dashes");
const text = z.string().trim().min(1);
const rupees = z.int().min(1).max(1_000_000);

/** One of the words, or null. The source data sometimes has the string 'null', which means null. */
const orNull = <Word extends string>(words: readonly Word[]) =>
  z.preprocess((value) => (value === "null" ? null : value), z.enum(words).nullable());

const visa = z.strictObject({
  visaName: text,
  visaUrl: slug,
  visaType: z.enum(["TOURIST", "BUSINESS"]),
  /** Whether it only allows passing through on the way to another country. */
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

/** The format of a file in `seed/countries`. Prices in whole rupees, times in days. */
export const countrySchema = z
  .strictObject({
    name: text,
    countryUrl: slug,
    /** Other names for search: shorter and older ones, other spellings, its cities and islands. */
    aliases: z.array(text).max(30).default([]),
    /** ISO 3166-1 alpha-2, in lower case. */
    flagSrc: z.string().regex(/^[a-z]{2}$/),
    processingType: z.literal("ONLINE"),
    imageSrc: z.string().nullable(),
    isActive: z.boolean(),
    /** Position among the cards of the home page, from 1; null hides it there. */
    popularRank: z.int().min(1).nullable(),
    /** The most wanted visa, by its slug; null leads with the cheapest. */
    leadVisaUrl: slug.nullable().default(null),
    visas: z.array(visa).min(1),
    documents: z
      .array(z.strictObject({ visaType: z.enum(["TOURIST", "BUSINESS"]), documentName: text }))
      .min(1),
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
  });

export type SeedCountry = z.infer<typeof countrySchema>;
