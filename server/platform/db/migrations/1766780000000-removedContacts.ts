import { makeMigration } from "./migration";

/** Removes the traveller's mobile number and e-mail address from applications whose personal data was removed. */
export const RemovedContacts1766780000000 = makeMigration("RemovedContacts1766780000000", [
  `UPDATE visa_request SET email = NULL, mobile = '' WHERE "papersRemovedAt" IS NOT NULL`,
]);
