import { makePdf } from "../../../../server/test/kit/files/makePdf";
import { addApplicant } from "../../../../server/test/kit/stories/applicants";
import { makeSmallFiles, pdf, png } from "../../../../server/test/kit/personas/applicantFiles";
import type { TestFile } from "../../../../server/test/kit/wire/callApi";
import type { RunningServer } from "../../../../server/test/kit/server/runningServer";
import { signedInTraveller, toStory, type Traveller } from "../../../../server/test/kit/personas/traveller";
import { readPicture } from "./wizard";

/**
 * Creates a traveller with a paid application for these applicants. An applicant's `files` are added to the usual ones,
 * or replace those with the same key. The usual document is a PDF of two pages.
 */
export async function paidFor(
  server: RunningServer,
  ...people: (Record<string, unknown> & { files?: Record<string, TestFile> })[]
): Promise<Traveller> {
  const traveller = await signedInTraveller(server).withRequest();
  const files = {
    ...(await makeSmallFiles()),
    // As large as a scan, because staff zoom into it.
    "input.passportFrontFile": png(readPicture("scan.png"), "front.png"),
    "input.documentFiles.0": pdf(makePdf({ pages: 2, text: "ticket" }), "ticket.pdf"),
  };
  for (const { files: others, ...details } of people)
    await addApplicant(traveller, { ...files, ...others }, details);
  return toStory(traveller).paid();
}
