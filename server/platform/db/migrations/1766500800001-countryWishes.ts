import { makeMigration } from "./migration";

/** Adds the table that counts visitors' requests for countries without visas. */
export const CountryWishes1766500800001 = makeMigration("CountryWishes1766500800001", [
  `CREATE TABLE country_wish (
        "flagSrc" text NOT NULL, day text NOT NULL, wishes integer NOT NULL CHECK (wishes > 0),
        PRIMARY KEY ("flagSrc", day))`,
]);
