import { makeMigration } from "./migration";

/** Adds the table that counts the usage of a partner's keys per day. */
export const PartnerUsage1766450000000 = makeMigration("PartnerUsage1766450000000", [
  `CREATE TABLE partner_usage (
      "partnerId" text NOT NULL REFERENCES partner ("partnerId"), day text NOT NULL,
      operations integer NOT NULL, refused integer NOT NULL, cost integer NOT NULL,
      PRIMARY KEY ("partnerId", day))`,
]);
