/** Limits of partners that people create themselves in the test world. Pure. */
import type { PartnerLimits } from "../../core/principal";

export const testPartnerLimits = {
  keys: 2,
  applications: 200,
  openApplications: 200,
  bytes: 50 * 1024 * 1024,
} satisfies Partial<PartnerLimits>;

/** Maximum number of test partners per owner. */
export const maxTestPartners = 3;

/** A test partner is removed after this many days without a call by any of its keys. */
export const unusedDays = 30;
