import { z } from "zod";
import { BadSetting } from "../core/errors";
import { canGetCodes, toStoredPhone } from "../modules/user/phoneCountry.rules";
import { readList, wholeNumber } from "./settingTypes";

export const staffSettings = {
  STAFF_PHONES: z.string().default("").transform(readPhones),
  STAFF_SECOND_FACTOR: z.enum(["off", "totp"]).optional(),
  FOUR_EYES_ABOVE_INR: z.union([z.literal("off"), wholeNumber], "must be whole rupees, or off").optional(),
};

type Values = z.infer<z.ZodObject<typeof staffSettings>>;

export function readStaff(values: Values) {
  const { FOUR_EYES_ABOVE_INR: above } = values;
  return {
    staffPhones: values.STAFF_PHONES,
    staffSecondFactor: values.STAFF_SECOND_FACTOR ?? ("off" as const),
    /**
     * Whole rupees above which a refund needs approval. If it is set, all price changes need approval too.
     */
    approvalAboveInr: typeof above === "number" ? above : undefined,
  };
}

/** Reads comma-separated mobile numbers in any common format. */
function readPhones(list: string, context: z.RefinementCtx): string[] {
  const given = readList(list);
  const phones = given.map(toStoredPhone);
  if (phones.every((phone) => phone !== undefined)) return [...new Set(phones)];
  context.addIssue(`must be mobile numbers; this is not one: ${given[phones.indexOf(undefined)]}`);
  return z.NEVER;
}

/**
 * Throws unless the second factor and approvals are set or explicitly off. Called only in production, where staff can
 * see real passports, refund payments and set prices.
 */
export function assertStaffSafeguardsSet({ STAFF_SECOND_FACTOR, FOUR_EYES_ABOVE_INR }: Values): void {
  if (!STAFF_SECOND_FACTOR)
    throw new BadSetting(
      "Setting STAFF_SECOND_FACTOR: is required in production: totp, or off to run without it",
    );
  if (FOUR_EYES_ABOVE_INR === undefined)
    throw new BadSetting(
      "Setting FOUR_EYES_ABOVE_INR: is required in production: an amount in whole rupees, or off to run without it",
    );
}

/**
 * Throws if a staff member could not receive login codes, which would otherwise be noticed only at that person's login.
 * `where` is part of the message.
 */
export function assertStaffGetCodes(
  phones: readonly string[],
  countries: readonly string[],
  where: string,
): void {
  const left = phones.find((phone) => !canGetCodes(phone, countries));
  if (left)
    throw new BadSetting(`${where}: SMS_COUNTRIES does not include the country of this number: ${left}`);
}
