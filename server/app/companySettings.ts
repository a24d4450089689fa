/** The settings of the company that runs the site; `config.ts` reads them with all others. */
import { z } from "zod";
import { BadSetting } from "../core/errors";
import { gstinFormat } from "../modules/partner/gstin.rules";
import { optionalText } from "./settingTypes";

export const companySettings = {
  SUPPORT_EMAIL: z.email("must be an e-mail address").default("help@visaport.example"),
  SUPPORT_PHONE: z.string().min(1).default("+91 22 5550 1234"),
  LEGAL_NAME: optionalText,
  REGISTERED_ADDRESS: optionalText,
  GRIEVANCE_OFFICER: optionalText,
  GSTIN: z.string().regex(gstinFormat, "must be 15 characters, like 27ABCDE1234F1Z5").optional(),
};

/** Support hours, in Indian time. */
export const workingHours = "09:00AM - 09:00PM";

type Values = z.infer<z.ZodObject<typeof companySettings>>;

/**
 * Returns the company details that rule 4(2) of the Consumer Protection (E-Commerce) Rules, 2020 requires;
 * undefined if nothing is set. Throws `BadSetting` if a part is missing.
 */
export function readCompany(values: Values) {
  const { LEGAL_NAME, REGISTERED_ADDRESS, GRIEVANCE_OFFICER, GSTIN } = values;
  const needed = { LEGAL_NAME, REGISTERED_ADDRESS, GRIEVANCE_OFFICER };
  const missing = Object.entries(needed).find(([, value]) => value === undefined);
  if (missing && Object.values({ ...needed, GSTIN }).some((value) => value !== undefined))
    throw new BadSetting(
      `Setting ${missing[0]}: is required with the other details of the company (${Object.keys(needed).join(", ")})`,
    );
  if (!LEGAL_NAME || !REGISTERED_ADDRESS || !GRIEVANCE_OFFICER) return undefined;
  return {
    legalName: LEGAL_NAME,
    registeredAddress: REGISTERED_ADDRESS,
    grievanceOfficer: GRIEVANCE_OFFICER,
    gstin: GSTIN,
  };
}
