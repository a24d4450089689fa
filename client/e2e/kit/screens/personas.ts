import { makePdf } from "../../../../server/test/kit/files/makePdf";
import { addApplicant } from "../../../../server/test/kit/stories/applicants";
import { makeSmallFiles, pdf } from "../../../../server/test/kit/personas/applicantFiles";
import { changeVisa, readCountry } from "../../../../server/test/kit/stories/catalogueAdmin";
import { startReview } from "../../../../server/test/kit/stories/review";
import { TestPartner } from "../../../../server/test/kit/personas/partner";
import { signInStaff } from "../../../../server/test/kit/personas/staff";
import type { RunningServer } from "../../../../server/test/kit/server/runningServer";
import {
  signedInTraveller,
  signIn,
  toStory,
  type Traveller,
} from "../../../../server/test/kit/personas/traveller";
import { askForTwo, decideOn } from "../stories/staffConsole";

/** A person for each state, for tests that visit all screens. */
export interface Personas {
  /** Has only logged in. */
  newcomer: Traveller;
  /** Has an application without applicants. */
  starter: Traveller;
  /** Has an unpaid application with two applicants, one with a very long name. */
  payer: Traveller;
  /** Has paid for twelve applicants, and owns a partner with a very long name. */
  leader: Traveller;
  /** Has a visa. */
  holder: Traveller;
  /** Has two corrections to make. */
  corrector: Traveller;
}

export const longName = "Venkatanarasimharajuvaripeta Subrahmanyamaiah-Chandrasekhara";

/** A country with only one published visa. */
export const countryWithOneVisa = "oman";

export async function makePersonas(server: RunningServer): Promise<Personas> {
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
  await toStory(leader).paid();
  await (await TestPartner.create(server, `${longName} Travels`, leader)).createKey({ name: longName });
  const holder = await signedInTraveller(server).withRequest();
  const granted = await addApplicant(holder, withPapers);
  await toStory(holder).paid();
  const staff = await signInStaff(server);
  await decideOn(staff, holder.request.visaRequestId, [granted]);
  const asked = await startReview(server, staff, [{}]);
  await askForTwo(asked);

  const { visas } = await readCountry(staff, countryWithOneVisa);
  for (const visa of visas.slice(1)) await changeVisa(staff, visa, { isActive: false });
  return { newcomer, starter, payer, leader, holder, corrector: asked.traveller };
}
