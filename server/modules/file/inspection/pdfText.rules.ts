/** How much of a PDF's text is read; the console reads as much as the server. Pure. */

/** A visa has a page or two; what it says of the traveller is on the first. */
export const pdfTextLimits = { pages: 5, length: 20_000 };
