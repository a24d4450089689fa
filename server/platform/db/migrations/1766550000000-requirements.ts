import { makeMigration } from "./migration";

/** Stores requirements as data, and the requirements at an application's creation. */
export const Requirements1766550000000 = makeMigration("Requirements1766550000000", [
  `ALTER TABLE visa_document ADD COLUMN requirement text`,
  `CREATE TABLE requirement_list (
        "requirementListId" text PRIMARY KEY NOT NULL, requirements text NOT NULL)`,
  `ALTER TABLE visa_request ADD COLUMN "requirementListId" text`,
]);
