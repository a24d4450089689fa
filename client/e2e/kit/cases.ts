import { makePdf } from "../../../server/modules/file/testing/makePdf";
import { addApplicant, pdf } from "../../../server/test/kit/applicants";
import type { TestServer } from "../../../server/test/kit/testServer";
import {
  makeApplicantFiles,
  signedInTraveller,
  storyOf,
  type Traveller,
} from "../../../server/test/kit/traveller";

/** Somebody who has paid for these people; the first supporting paper of each is a PDF of two pages. */
export async function paidFor(server: TestServer, ...people: Record<string, unknown>[]): Promise<Traveller> {
  const traveller = await signedInTraveller(server).withRequest();
  const files = {
    ...(await makeApplicantFiles()),
    "input.documentFiles.0": pdf(makePdf({ pages: 2, text: "ticket" }), "ticket.pdf"),
  };
  for (const details of people) await addApplicant(traveller, files, details);
  return storyOf(traveller).paid();
}

/** The two lines of ICAO 9303's own example, whose check digits are right. */
export const specimenMrz = {
  line1: "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<",
  line2: "L898902C36UTO7408122F1204159ZE184226B<<<<<10",
};
