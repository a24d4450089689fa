/** Limits of partners that people create in the test world without staff. Pure. */
import type { PartnerLimits } from "../../core/principal";

export const testPartnerLimits = {
  keys: 2,
  applications: 200,
  openApplications: 200,
  bytes: 50 * 1024 * 1024,
} satisfies Partial<PartnerLimits>;

/** Maximum number of test partners per owner. */
export const maxTestPartners = 3;

/** Days without a call by any of its keys after which a test partner is removed. */
export const unusedDays = 30;
