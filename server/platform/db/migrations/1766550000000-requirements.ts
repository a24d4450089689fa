import { makeMigration } from "./migration";

/** Adds requirements as data, and for each application the list that applied when it was created. */
export const Requirements1766550000000 = makeMigration("Requirements1766550000000", [
  `ALTER TABLE visa_document ADD COLUMN requirement text`,
  `CREATE TABLE requirement_list (
        "requirementListId" text PRIMARY KEY NOT NULL, requirements text NOT NULL)`,
  `ALTER TABLE visa_request ADD COLUMN "requirementListId" text`,
]);
