import { Baseline1766200200002 } from "./1766200200002-baseline";
import { Partners1766300000000 } from "./1766300000000-partners";
import { OrderLeases1766400000000 } from "./1766400000000-orderLeases";
import { PartnerUsage1766450000000 } from "./1766450000000-partnerUsage";
import { LeadVisas1766500800000 } from "./1766500800000-leadVisas";
import { CountryWishes1766500800001 } from "./1766500800001-countryWishes";
import { PartnerApplications1766510000000 } from "./1766510000000-partnerApplications";
import { Handovers1766540000000 } from "./1766540000000-handovers";
import { PartnerEvents1766520000000 } from "./1766520000000-partnerEvents";
import { Webhooks1766530000000 } from "./1766530000000-webhooks";
import { Requirements1766550000000 } from "./1766550000000-requirements";
import { KeptApplicants1766700800000 } from "./1766700800000-keptApplicants";
import { OpenRows1766750000000 } from "./1766750000000-openRows";
import { HandedOutOrders1766760000000 } from "./1766760000000-handedOutOrders";
import { FailedRefunds1766760000001 } from "./1766760000001-failedRefunds";
import { CanonicalNumbers1766770000000 } from "./1766770000000-canonicalNumbers";
import { RemovedContacts1766780000000 } from "./1766780000000-removedContacts";
import { Leftovers1766790000000 } from "./1766790000000-leftovers";

/** All migrations, oldest first. A released migration is never changed. */
export const migrations = [
  Baseline1766200200002,
  Partners1766300000000,
  OrderLeases1766400000000,
  PartnerUsage1766450000000,
  LeadVisas1766500800000,
  CountryWishes1766500800001,
  PartnerApplications1766510000000,
  PartnerEvents1766520000000,
  Webhooks1766530000000,
  Handovers1766540000000,
  Requirements1766550000000,
  KeptApplicants1766700800000,
  OpenRows1766750000000,
  HandedOutOrders1766760000000,
  FailedRefunds1766760000001,
  CanonicalNumbers1766770000000,
  RemovedContacts1766780000000,
  Leftovers1766790000000,
];
