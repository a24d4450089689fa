import { makePdf } from "../../../server/modules/file/testing/makePdf";
import { addApplicant, makeSmallFiles, pdf } from "../../../server/test/kit/applicants";
import { editDatabase } from "../../../server/test/kit/editDatabase";
import { startReview } from "../../../server/test/kit/review";
import { signInStaff } from "../../../server/test/kit/staff";
import type { TestServer } from "../../../server/test/kit/testServer";
import { signedInTraveller, signIn, storyOf, type Traveller } from "../../../server/test/kit/traveller";
import { askForTwo } from "./desk";

/** People at every stage of the way, for the tests that look at all screens. */
export interface People {
  /** Has signed in and done nothing. */
  newcomer: Traveller;
  /** Has a request without applicants. */
  starter: Traveller;
  /** Has a request with two applicants, one with very long names, that waits to be paid. */
  payer: Traveller;
  /** Has paid for a party of twelve. */
  leader: Traveller;
  /** Has a visa. */
  holder: Traveller;
  /** Has to put two things right. */
  corrector: Traveller;
}

export const longName = "Venkatanarasimharajuvaripeta Subrahmanyamaiah-Chandrasekhara";

/** A country of which only one visa is left on offer. */
export const countryWithOneVisa = "oman";

export async function makePeople(server: TestServer): Promise<People> {
  const small = await makeSmallFiles();
  const withPapers = {
    ...small,
    "input.documentFiles.0": pdf(makePdf({ pages: 1, text: "ticket" }), "ticket.pdf"),
    "input.documentFiles.1": pdf(makePdf({ pages: 1, text: "visa" }), `${longName}-bank-statement.pdf`),
  };
  const newcomer = await signIn(server);
  const starter = await signedInTraveller(server).withRequest();
  const payer = await signedInTraveller(server).withRequest();
  await addApplicant(payer, withPapers);
  await addApplicant(payer, small, { firstName: longName, lastName: longName });
  const leader = await signedInTraveller(server).withRequest();
  for (let number = 1; number <= 12; number++)
    await addApplicant(leader, small, { firstName: `Traveller ${number}` });
  await storyOf(leader).paid();
  const holder = await signedInTraveller(server).withRequest();
  await addApplicant(holder, withPapers);
  await storyOf(holder).paid();
  const asked = await startReview(server, await signInStaff(server), [{}]);
  await askForTwo(asked);

  await server.stop();
  const { visaRequestId } = holder.request;
  await approve(server, visaRequestId);
  await editDatabase(
    server,
    `UPDATE visa SET "isActive" = 0 WHERE "visaCountryId" = (SELECT "visaCountryId" FROM visa_country WHERE "countryUrl" = ?)
     AND "visaUrl" <> (SELECT min(v."visaUrl") FROM visa v JOIN visa_country c ON c."visaCountryId" = v."visaCountryId" WHERE c."countryUrl" = ?)`,
    [countryWithOneVisa, countryWithOneVisa],
  );
  await server.start();
  return { newcomer, starter, payer, leader, holder, corrector: asked.traveller };
}

/** What staff will do (issue 5): the second paper becomes the visa. */
async function approve(server: TestServer, visaRequestId: string): Promise<void> {
  await editDatabase(
    server,
    `UPDATE stored_file SET purpose = 'VISA', position = 0 WHERE position = 1 AND "visaApplicantId" IN
     (SELECT "visaApplicantId" FROM visa_applicant WHERE "visaRequestId" = ?)`,
    [visaRequestId],
  );
  for (const [table, column] of [
    ["visa_applicant", "visaApplicantStatus"],
    ["visa_request", "visaRequestStatus"],
  ])
    await editDatabase(server, `UPDATE ${table} SET "${column}" = 'APPROVED' WHERE "visaRequestId" = ?`, [
      visaRequestId,
    ]);
}
