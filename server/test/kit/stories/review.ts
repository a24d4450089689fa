/** Staff review and travellers' corrections: the API calls, and a case to use them on. */
import { addApplicant } from "./applicants";
import { makeSmallFiles, pdf } from "../personas/applicantFiles";
import type { TypedDocumentNode } from "@apollo/client";
import {
  reviewedRequest,
  staffApproveApplicant,
  staffCase,
  staffEnterMrz,
  staffJudgePaper,
  staffRequestCorrection,
} from "../documents/review.generated";
import { staffStartReview } from "../documents/staffConsole.generated";
import type { TestFile } from "../wire/callApi";
import type { ChangedBy, DataOf, Mutation, ReadList } from "../wire/read";
import { workOn } from "./staffConsole";
import { makePdf } from "../files/makePdf";
import { errorCodes, topLevelErrorCodes, getUserErrors } from "../wire/outcomes";
import { readTables, requestTables } from "../data/readTables";
import { signInStaff } from "../personas/staff";
import type { RunningServer } from "../server/runningServer";
import {
  getChanged,
  signedInTraveller,
  toStory,
  type Traveller,
  type VisaApplicant,
} from "../personas/traveller";

export {
  sendCorrection,
  staffApproveApplicant,
  staffCase,
  staffChangeCorrection,
  staffEnterMrz,
  staffJudgePaper,
  staffRejectApplicant,
  staffTakeBackApproval,
  staffWithdrawCorrection,
} from "../documents/review.generated";

type ReviewedRequest = DataOf<typeof reviewedRequest>["visaRequest"];
type ReviewedFile = DataOf<typeof staffCase>["staffVisaRequest"]["applicants"][number]["papers"][number];

/** The example MRZ of ICAO Doc 9303; its check digits are correct. */
export const specimenMrz = {
  line1: "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<",
  line2: "L898902C36UTO7408122F3204153ZE184226B<<<<<16",
};

/** A paid application that staff have begun to review. */
export interface ReviewScene {
  server: RunningServer;
  traveller: Traveller;
  staff: Traveller;
  visaRequestId: string;
  /** In the order in which they were added. */
  applicants: ReadList<VisaApplicant>;
}

/** Starts the review of a new case. `changes` contains, per applicant, the details that differ from the defaults. */
export async function startReview(
  server: RunningServer,
  staff: Traveller,
  changes: readonly Record<string, unknown>[] = [{}],
  papers: Record<string, TestFile> = {},
  visaUrl?: string,
): Promise<ReviewScene> {
  const scene = await submit(server, staff, changes, papers, visaUrl);
  await beginReview(scene);
  return scene;
}

/** Starts the review of a paid application. */
export async function beginReview({
  staff,
  visaRequestId,
}: Pick<ReviewScene, "staff" | "visaRequestId">): Promise<void> {
  const begun = await workOn(staff, staffStartReview, { visaRequestId });
  if (!begun.visaRequest) throw new Error(`The review does not begin: ${JSON.stringify(begun)}`);
}

/** Returns a paid application that staff have not opened yet. */
export async function submit(
  server: RunningServer,
  staff: Traveller,
  changes: readonly Record<string, unknown>[] = [{}],
  papers: Record<string, TestFile> = {},
  visaUrl?: string,
): Promise<ReviewScene> {
  const traveller = await signedInTraveller(server).withRequest(visaUrl);
  const files = await makeSmallFiles();
  const applicants: VisaApplicant[] = [];
  for (const change of changes)
    applicants.push(await addApplicant(traveller, { ...files, ...papers }, change));
  await toStory(traveller).paid();
  return {
    server,
    traveller,
    staff,
    visaRequestId: traveller.request.visaRequestId,
    applicants: applicants as ReadList<VisaApplicant>,
  };
}

export async function signInTwoStaff(server: RunningServer): Promise<[Traveller, Traveller]> {
  return [await signInStaff(server), await signInStaff(server)];
}

/** Returns the application as its owner sees it. */
export async function readAsOwner(
  scene: Pick<ReviewScene, "traveller" | "visaRequestId">,
): Promise<ReviewedRequest> {
  const { traveller, visaRequestId } = scene;
  const { data, errors } = await traveller.call(reviewedRequest, { visaRequestId });
  if (errors) throw new Error(JSON.stringify(errors));
  return data.visaRequest;
}

/** Returns an applicant's files as staff see them, in the order of the form; the view is logged. */
export async function readFiles(
  { staff, visaRequestId }: ReviewScene,
  index = 0,
): Promise<ReadList<ReviewedFile>> {
  const { data } = await staff.call(staffCase, { visaRequestId });
  return data.staffVisaRequest.applicants[index]!.papers;
}

/** Reviews every file of the first applicant and enters the MRZ; returns the case. */
export async function lookAtAll(scene: ReviewScene) {
  for (const { fileId } of await readFiles(scene))
    await attempt(scene.staff, staffJudgePaper, { fileId, isAccepted: true });
  const { visaApplicantId } = scene.applicants[0];
  return attempt(scene.staff, staffEnterMrz, { visaApplicantId, ...specimenMrz });
}

/** Reads all rows and files that a refused call must not change. */
export async function readReviewed(server: RunningServer) {
  const names = [...requestTables, "paper_verdict", "applicant_correction", "audit_event"] as const;
  return { tables: await readTables(server, names), files: await server.listFiles() };
}

/**
 * Sends one call, and returns the object that it changed. If the call is refused, returns `field: CODE` of each user
 * error, or the top-level codes, as a list of texts for `toEqual`.
 */
export async function attempt<Data, Variables>(
  who: Traveller,
  mutation: TypedDocumentNode<Data, Variables>,
  input: Record<string, unknown>,
  files?: Record<string, TestFile>,
): Promise<ChangedBy<Data>>;
export async function attempt(
  who: Traveller,
  mutation: Mutation,
  input: Record<string, unknown>,
  files?: Record<string, TestFile>,
): Promise<unknown>;
export async function attempt(
  who: Traveller,
  mutation: Mutation,
  input: Record<string, unknown>,
  files?: Record<string, TestFile>,
): Promise<unknown> {
  const answer = await who.call(mutation, { input }, files);
  const refused = answer.errors ? topLevelErrorCodes(answer) : errorCodes(getUserErrors(answer));
  if (refused.length > 0) return refused;
  return getChanged(answer.data);
}

/** Awaits an `attempt`; throws if its result is a list of codes. */
export async function must(what: string, done: Promise<unknown>): Promise<void> {
  const answer = await done;
  if (Array.isArray(answer)) throw new Error(`${what} was refused: ${JSON.stringify(answer)}`);
}

/** A visa as an authority sends it. */
export const visaPdf = (): TestFile =>
  pdf(makePdf({ pages: 1, text: "E-VISA Socialist Republic of Viet Nam" }), "visa.pdf");

/** A visa that names the applicant. */
export const visaNaming = ({ passportNumber, firstName, lastName }: Named): TestFile =>
  pdf(makePdf({ text: `E-VISA ${passportNumber} ${firstName} ${lastName}` }), "visa.pdf");

/** The applicant to approve. */
type Named = Pick<VisaApplicant, "visaApplicantId" | "passportNumber" | "firstName" | "lastName">;

/** Returns the input that approves the applicant. */
export function makeApproval(
  applicant: Named,
  changes: Record<string, unknown> = {},
): Record<string, unknown> {
  const { visaApplicantId, passportNumber, firstName, lastName } = applicant;
  return { visaApplicantId, passportNumber, name: `${firstName} ${lastName}`, ...changes };
}

export const approve = (staff: Traveller, input: Record<string, unknown>, visa: TestFile = visaPdf()) =>
  attempt(staff, staffApproveApplicant, input, { "input.visaFile": visa });

/**
 * Requests corrections, as `{ field }`, `{ fileId }` or `{ isMissingPaper, note }`; the reason is MISMATCH
 * unless given.
 */
export const askFor = (
  staff: Traveller,
  { visaApplicantId }: Pick<VisaApplicant, "visaApplicantId">,
  items: Record<string, unknown>[],
) =>
  attempt(staff, staffRequestCorrection, {
    visaApplicantId,
    items: items.map((item) => ({ reason: "MISMATCH", ...item })),
  });
