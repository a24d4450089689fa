/** An applicant's details in REST requests and responses. */
import { z } from "zod";
import { travelerTypes } from "../visaRequest/pricing.rules";
import { adultFromAge, childFromAge } from "./applicant.rules";
import { applicantFields, genders, titles, type ApplicantFieldName } from "./applicantFields.rules";

const { firstName, lastName, passportNumber, nationality, passportCountry, comments } = applicantFields;

/** The parameters of `POST /api/VisaApplicant/Create`. */
export const sentFields = {
  title: z.enum(titles).optional().describe("Form of address; `Mr.` where it is left out."),
  firstName: z.string().max(firstName.maxLength).describe("As in the passport."),
  lastName: z.string().max(lastName.maxLength).describe("As in the passport."),
  gender: z.enum(genders).describe("As in the passport."),
  dateOfBirth: z.iso.date().describe("YYYY-MM-DD, not in the future."),
  // No maximum length: spaces are removed before the length is checked.
  passportNumber: z
    .string()
    .describe(
      `1 to ${passportNumber.maxLength} letters and digits; spaces are left out, letters become capitals.`,
    ),
  passportIssueDate: z.iso.date().describe("YYYY-MM-DD, not in the future."),
  passportExpireDate: z.iso.date().describe("YYYY-MM-DD."),
  travelerType: z
    .enum(travelerTypes)
    .optional()
    .describe(
      "Follows from the age on the day of travel where it is left out: " +
        `INFANT under ${childFromAge}, CHILD under ${adultFromAge}, else ADULT. ` +
        "One that does not fit is refused.",
    ),
  nationality: z
    .string()
    .max(nationality.maxLength)
    .optional()
    .describe(`\`${nationality.initial}\` where it is left out.`),
  passportCountry: z
    .string()
    .max(passportCountry.maxLength)
    .optional()
    .describe(`The country that issued the passport; \`${passportCountry.initial}\` where it is left out.`),
  comments: z.string().max(comments.maxLength).optional().describe("Anything the staff should know."),
} satisfies Record<ApplicantFieldName, z.ZodType>;

/** The details in a `VisaApplicant` response. */
export const shownFields = {
  title: z.string().describe("Form of address, e.g. `Mr.`"),
  firstName: z.string().describe("As in the passport."),
  lastName: z.string().describe("As in the passport."),
  gender: z.enum(genders).describe("As in the passport."),
  dateOfBirth: z.iso.date().describe("As in the passport; YYYY-MM-DD."),
  passportNumber: z
    .string()
    .max(passportNumber.maxLength)
    .describe(`Capitals and digits, ${passportNumber.maxLength} at most.`),
  passportIssueDate: z.iso.date().describe("As in the passport; YYYY-MM-DD."),
  passportExpireDate: z.iso.date().describe("As in the passport; YYYY-MM-DD."),
  travelerType: z
    .enum(travelerTypes)
    .describe("By age on the day of travel; decides between `adultPrice` and `childPrice`."),
  nationality: z.string().describe("In capitals."),
  passportCountry: z.string().describe("The country that issued the passport, in capitals."),
  comments: z.string().nullable().describe("What the traveller wants the staff to know; null for nothing."),
} satisfies Record<ApplicantFieldName, z.ZodType>;
