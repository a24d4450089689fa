import { makeMigration } from "./migration";

/** Stores requirements as data, and those that applied when an application was created. */
export const Requirements1766550000000 = makeMigration("Requirements1766550000000", [
  `ALTER TABLE visa_document ADD COLUMN requirement text`,
  `CREATE TABLE requirement_list (
        "requirementListId" text PRIMARY KEY NOT NULL, requirements text NOT NULL)`,
  `ALTER TABLE visa_request ADD COLUMN "requirementListId" text`,
]);
