import { makeMigration } from "./migration";

/** Applications whose personal data had expired kept the traveller's number and address. */
export const RemovedContacts1766780000000 = makeMigration("RemovedContacts1766780000000", [
  `UPDATE visa_request SET email = NULL, mobile = '' WHERE "papersRemovedAt" IS NOT NULL`,
]);
