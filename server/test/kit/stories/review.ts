/** What staff say, ask and decide, and what a traveller answers: the calls, and a case to try them on. */
import { addApplicant, listStoredFiles, makeSmallFiles, pdf } from "./applicants";
import type { Json, TestFile } from "../wire/callApi";
import { staffStartReview, workOn } from "./staffConsole";
import { makePdf } from "../../../modules/file/testing/makePdf";
import { userErrorsOf } from "../wire/outcomes";
import { readTables, requestTables } from "../data/readTables";
import { signInStaff } from "../personas/staff";
import type { RunningServer } from "../server/runningServer";
import { signedInTraveller, storyOf, type Traveller } from "../personas/traveller";

const userErrors = `userErrors { field code message }`;

const correctionFields = `correctionId paper visaApplicationDocumentId field reason note askedAt`;

const caseFields = `
  visaRequest { visaRequestId visaRequestStatus expectedDate totalPrice }
  isMine waitingSince
  applicants {
    visaApplicant { visaApplicantId visaApplicantStatus firstName passportNumber approvedVisaSrc
      rejectionReason decisionNote decidedAt }
    papers { fileId kind imageName verdict { isAccepted reason note by { staffId } at } }
    corrections { ${correctionFields} }
    mrz { line1 line2 enteredBy isOfEarlierPage faults { line message } fields { field typed read isSame } } }
  trail { actor action visaApplicantId }`;

export const staffCase = `query ($visaRequestId: ID!) {
  staffVisaRequest(visaRequestId: $visaRequestId) { ${caseFields} } }`;

const caseMutation = (name: string) =>
  `mutation ($input: ${name[0]!.toUpperCase()}${name.slice(1)}Input!) {
    ${name}(input: $input) { staffCase { ${caseFields} } ${userErrors} } }`;

export const staffJudgePaper = caseMutation("staffJudgePaper");
const staffRequestCorrection = caseMutation("staffRequestCorrection");
const staffApproveApplicant = caseMutation("staffApproveApplicant");
export const staffRejectApplicant = caseMutation("staffRejectApplicant");
export const staffEnterMrz = caseMutation("staffEnterMrz");

/** The lines of the machine-readable zone that ICAO Doc 9303 has for an example; their check digits are right. */
export const specimenMrz = {
  line1: "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<",
  line2: "L898902C36UTO7408122F1204159ZE184226B<<<<<10",
};

const reviewedFields = `
  visaApplicantId visaApplicantStatus firstName lastName gender dateOfBirth passportNumber nationality
  travelerType profileSrc passportFrontSrc approvedVisaSrc rejectionReason decisionNote decidedAt
  corrections { ${correctionFields} }
  visaApplicationDocuments { visaApplicationDocumentId imageName src }`;

export const sendCorrection = `mutation ($input: SendCorrectionInput!) {
  sendCorrection(input: $input) { visaApplicant { ${reviewedFields} } ${userErrors} } }`;

const reviewedRequest = `query ($visaRequestId: ID!) {
  visaRequest(visaRequestId: $visaRequestId) { visaRequestStatus expectedDate netPrice serviceFee gst totalPrice version
    timeline { at status } visaApplicants { ${reviewedFields} } } }`;

/** A paid application that staff have begun to review. */
export interface ReviewScene {
  server: RunningServer;
  traveller: Traveller;
  staff: Traveller;
  visaRequestId: string;
  /** As they were added. */
  applicants: Json[];
}

/** `changes` are the details of the travellers, one each. */
export async function startReview(
  server: RunningServer,
  staff: Traveller,
  changes: readonly Record<string, unknown>[] = [{}],
  papers: Record<string, TestFile> = {},
): Promise<ReviewScene> {
  const scene = await submit(server, staff, changes, papers);
  await beginReview(scene);
  return scene;
}

/** Of an application that is paid. */
export async function beginReview({
  staff,
  visaRequestId,
}: Pick<ReviewScene, "staff" | "visaRequestId">): Promise<void> {
  const begun = await workOn(staff, staffStartReview, { visaRequestId });
  if (!begun.visaRequest) throw new Error(`The review does not begin: ${JSON.stringify(begun)}`);
}

/** The same before staff have looked at it. */
export async function submit(
  server: RunningServer,
  staff: Traveller,
  changes: readonly Record<string, unknown>[] = [{}],
  papers: Record<string, TestFile> = {},
): Promise<ReviewScene> {
  const traveller = await signedInTraveller(server).withRequest();
  const files = await makeSmallFiles();
  const applicants: Json[] = [];
  for (const change of changes)
    applicants.push(await addApplicant(traveller, { ...files, ...papers }, change));
  await storyOf(traveller).paid();
  return { server, traveller, staff, visaRequestId: traveller.request.visaRequestId, applicants };
}

/** Two members of staff. */
export async function signInTwoStaff(server: RunningServer): Promise<[Traveller, Traveller]> {
  return [await signInStaff(server), await signInStaff(server)];
}

/** The application as its owner sees it. */
export async function readAsOwner({ traveller, visaRequestId }: ReviewScene): Promise<Json> {
  const { data, errors } = await traveller.call(reviewedRequest, { visaRequestId });
  if (errors) throw new Error(JSON.stringify(errors));
  return data.visaRequest;
}

/** The papers of a traveller, in the order of the form, as staff see them: the look is written down. */
export async function papersOf({ staff, visaRequestId }: ReviewScene, index = 0): Promise<Json[]> {
  const { data } = await staff.call(staffCase, { visaRequestId });
  return data.staffVisaRequest.applicants[index].papers;
}

/** All that a refused call may not change: rows and files. */
export async function readReviewed(server: RunningServer) {
  const names = [...requestTables, "paper_verdict", "applicant_correction", "audit_event"];
  return { tables: await readTables(server, names), files: await listStoredFiles(server) };
}

/** One call: what it changed, or `field: CODE` of what stands against it, or the codes of the errors on top. */
export async function attempt(
  who: Traveller,
  mutation: string,
  input: Record<string, unknown>,
  files?: Record<string, TestFile>,
): Promise<Json> {
  const answer = await who.call(mutation, { input }, files);
  if (answer.errors) return answer.errors.map(({ extensions }) => extensions["code"]);
  const faults = userErrorsOf(answer);
  if (faults.length > 0) return faults.map(({ field, code }) => `${field}: ${code}`);
  const { userErrors: _none, ...things } = Object.values<Json>(answer.data)[0];
  return Object.values(things)[0];
}

/** Waits for an `attempt` that has to go well: what it changed is no list of codes. */
export async function must(what: string, done: Promise<Json>): Promise<void> {
  const answer = await done;
  if (Array.isArray(answer)) throw new Error(`${what} was refused: ${JSON.stringify(answer)}`);
}

/** A visa as an authority sends it. */
export const visaPdf = (): TestFile =>
  pdf(makePdf({ pages: 1, text: "E-VISA Socialist Republic of Viet Nam" }), "visa.pdf");

/** What approves that traveller. */
export function approvalOf(applicant: Json, changes: Record<string, unknown> = {}): Record<string, unknown> {
  const { visaApplicantId, passportNumber, firstName, lastName } = applicant;
  return { visaApplicantId, passportNumber, name: `${firstName} ${lastName}`, ...changes };
}

export const approve = (staff: Traveller, input: Record<string, unknown>, visa: TestFile = visaPdf()) =>
  attempt(staff, staffApproveApplicant, input, { "input.visaFile": visa });

/** Asks for these, as `{ field }`, `{ fileId }` or `{ isMissingPaper, note }`; the reason is MISMATCH unless given. */
export const askFor = (staff: Traveller, { visaApplicantId }: Json, items: Record<string, unknown>[]) =>
  attempt(staff, staffRequestCorrection, {
    visaApplicantId,
    items: items.map((item) => ({ reason: "MISMATCH", ...item })),
  });
