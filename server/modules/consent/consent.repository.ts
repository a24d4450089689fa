import { findRowsBy, insertInto } from "../../platform/db/entityQueries";
import { nestRows } from "../../platform/db/nestedRows";
import { ConsentEntity } from "./consent.entity";

const inOrder = `"givenAt", "consentId"`;

/** SQL of a column for a query of `visa_applicant`: each applicant's consents as JSON text, oldest first. */
export const nestedConsents = nestRows(ConsentEntity, {
  condition: `consent."visaApplicantId" = visa_applicant."visaApplicantId"`,
  orderBy: inOrder,
});

export const findConsents = findRowsBy(ConsentEntity, "visaApplicantId", { orderBy: inOrder });

export const insertConsent = insertInto(ConsentEntity);
