import { makePdf } from "../../../../server/modules/file/testing/makePdf";
import { addApplicant } from "../../../../server/test/kit/stories/applicants";
import { pdf, makeSmallFiles } from "../../../../server/test/kit/personas/applicantFiles";
import type { RunningServer } from "../../../../server/test/kit/server/runningServer";
import { signedInTraveller, storyOf, type Traveller } from "../../../../server/test/kit/personas/traveller";

/** Somebody who has paid for these people; the first supporting paper of each is a PDF of two pages. */
export async function paidFor(
  server: RunningServer,
  ...people: Record<string, unknown>[]
): Promise<Traveller> {
  const traveller = await signedInTraveller(server).withRequest();
  const files = {
    ...(await makeSmallFiles()),
    "input.documentFiles.0": pdf(makePdf({ pages: 2, text: "ticket" }), "ticket.pdf"),
  };
  for (const details of people) await addApplicant(traveller, files, details);
  return storyOf(traveller).paid();
}
