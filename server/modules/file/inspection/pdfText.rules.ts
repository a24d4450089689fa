/** Limits for the text that is read from a PDF, shared by server and staff console. Pure. */

/** A visa has one or two pages, with the applicant's details on the first. */
export const pdfTextLimits = { pages: 5, length: 20_000 };
