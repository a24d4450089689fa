/** Staff members' calls through the proxy. */
import { randomInt, randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { makePdf } from "../../kit/files/makePdf";
import { staffCountry, staffUpdateVisa } from "../../kit/documents/catalogueAdmin.generated";
import { staffApproveApplicant, staffCase, staffRejectApplicant } from "../../kit/documents/review.generated";
import * as documents from "../../kit/documents";
import { pdf } from "../../kit/personas/applicantFiles";
import { getChanged, Traveller } from "../../kit/personas/traveller";
import { makeApproval } from "../../kit/stories/review";
import { ask, insist, insistOnce, randomAddress } from "./calls";
import type { Cluster } from "./cluster";
import type { ApplicantEntry, Journal } from "./journal";

/** Pause after each change, in milliseconds, because a person may make only 120 changes a minute. */
const betweenChanges = 600;

/** Returns the same person, calling through the proxy. */
export const throughProxy = (cluster: Cluster, { phoneNumber, token, userId }: Traveller): Traveller =>
  new Traveller(cluster.from(randomAddress()), phoneNumber, { token, user: { userId } });

const readCase = async (staff: Traveller, visaRequestId: string) =>
  (await ask(() => staff.call(staffCase, { visaRequestId }))).staffVisaRequest;

/** Decides on the application that has waited longest. */
export async function decide(staff: Traveller, journal: Journal): Promise<void> {
  const entry = journal.undecided.shift();
  if (!entry) {
    await pause(200);
    return;
  }
  const { visaRequestId } = entry;
  await insistOnce(
    async () =>
      getChanged(await ask(() => staff.call(documents.staffStartReview, { input: { visaRequestId } }))),
    async () => (await readCase(staff, visaRequestId)).visaRequest.visaRequestStatus === "PROCESSING",
  );
  await pause(betweenChanges);
  for (const applicant of entry.applicants) {
    const isDone = async () => {
      const { applicants } = await readCase(staff, visaRequestId);
      return applicants.some(
        ({ visaApplicant }) =>
          visaApplicant.visaApplicantId === applicant.visaApplicantId &&
          visaApplicant.visaApplicantStatus === applicant.decision,
      );
    };
    await (randomInt(3) === 0 ? reject(staff, applicant, isDone) : approve(staff, applicant, isDone));
    journal.count("decision");
    await pause(betweenChanges);
  }
}

async function approve(staff: Traveller, applicant: ApplicantEntry, isDone: () => Promise<boolean>) {
  applicant.decision = "APPROVED";
  applicant.visa = makePdf({ pages: 1, text: `E-VISA ${randomUUID()}` });
  const call = { input: makeApproval(applicant) };
  const files = { "input.visaFile": pdf(applicant.visa, "visa.pdf") };
  await insistOnce(
    async () => getChanged(await ask(() => staff.call(staffApproveApplicant, call, files))),
    isDone,
  );
}

async function reject(staff: Traveller, applicant: ApplicantEntry, isDone: () => Promise<boolean>) {
  applicant.decision = "REJECTED";
  const { visaApplicantId } = applicant;
  const call = { input: { visaApplicantId, reason: "REFUSED_BY_AUTHORITY" } };
  await insistOnce(async () => getChanged(await ask(() => staff.call(staffRejectApplicant, call))), isDone);
}

/** Raises the price of a visa by a rupee. */
export async function raisePrice(
  editor: Traveller,
  journal: Journal,
  { countryUrl, visaUrl }: { countryUrl: string; visaUrl: string },
): Promise<void> {
  const read = async () => {
    const { visas } = (await ask(() => editor.call(staffCountry, { countryUrl }))).staffCountry;
    return visas.find((visa) => visa.visaUrl === visaUrl)!;
  };
  const { visaId, version, adultPrice } = await insist(read);
  const price = adultPrice + 1;
  const input = { visaId, version, adultPrice: price };
  await insistOnce(
    async () => getChanged(await ask(() => editor.call(staffUpdateVisa, { input }))),
    async () => (await read()).adultPrice === price,
  );
  journal.prices.push({ price, at: Date.now() });
  journal.count("price");
  await pause(2_000);
}
