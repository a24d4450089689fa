import { z } from "zod";
import { travelerTypes } from "../visaRequest/pricing.rules";
import { adultFromAge, childFromAge } from "./applicant.rules";
import { applicantFields, genders, titles, type ApplicantFieldName } from "./applicantFields.rules";

const { firstName, lastName, passportNumber, nationality, passportCountry, comments } = applicantFields;

/** The parameters of `POST /api/VisaApplicant/Create`. */
export const sentFields = {
  title: z.enum(titles).optional().describe("Form of address; `Mr.` if omitted."),
  firstName: z.string().max(firstName.maxLength).describe("As in the passport."),
  lastName: z.string().max(lastName.maxLength).describe("As in the passport."),
  gender: z.enum(genders).describe("As in the passport."),
  dateOfBirth: z.iso.date().describe("YYYY-MM-DD, not in the future."),
  // The schema sets no maximum length, because spaces are removed before the length is checked.
  passportNumber: z
    .string()
    .describe(
      `1 to ${passportNumber.maxLength} letters and digits. Spaces are removed and letters are converted to upper case.`,
    ),
  passportIssueDate: z.iso.date().describe("YYYY-MM-DD, not in the future."),
  passportExpireDate: z.iso.date().describe("YYYY-MM-DD."),
  travelerType: z
    .enum(travelerTypes)
    .optional()
    .describe(
      "Derived from the age on the travel date if omitted: " +
        `INFANT under ${childFromAge}, CHILD under ${adultFromAge}, otherwise ADULT. ` +
        "A category that does not match the age is rejected.",
    ),
  nationality: z
    .string()
    .max(nationality.maxLength)
    .optional()
    .describe(`\`${nationality.initial}\` if omitted.`),
  passportCountry: z
    .string()
    .max(passportCountry.maxLength)
    .optional()
    .describe(`The country that issued the passport; \`${passportCountry.initial}\` if omitted.`),
  comments: z.string().max(comments.maxLength).optional().describe("A comment for staff."),
} satisfies Record<ApplicantFieldName, z.ZodType>;

export const shownFields = {
  title: z.string().describe("Form of address, e.g. `Mr.`"),
  firstName: z.string().describe("As in the passport."),
  lastName: z.string().describe("As in the passport."),
  gender: z.enum(genders).describe("As in the passport."),
  dateOfBirth: z.iso.date().describe("As in the passport; YYYY-MM-DD."),
  passportNumber: z
    .string()
    .max(passportNumber.maxLength)
    .describe(`At most ${passportNumber.maxLength} upper-case letters and digits.`),
  passportIssueDate: z.iso.date().describe("As in the passport; YYYY-MM-DD."),
  passportExpireDate: z.iso.date().describe("As in the passport; YYYY-MM-DD."),
  travelerType: z
    .enum(travelerTypes)
    .describe("By age on the travel date; selects `adultPrice` or `childPrice`."),
  nationality: z.string().describe("In upper case."),
  passportCountry: z.string().describe("The country that issued the passport, in upper case."),
  comments: z.string().nullable().describe("The traveller's comment for staff; null if there is none."),
} satisfies Record<ApplicantFieldName, z.ZodType>;
