/** What staff ask at the desk, as their page does. */
import { addApplicant, makeSmallFiles } from "./applicants";
import type { Json } from "../wire/callApi";
import * as documents from "../wire/documents";
import { readTables } from "../data/readTables";
import { signInStaff } from "../personas/staff";
import type { RunningServer } from "../server/runningServer";
import { signedInTraveller, storyOf, type Traveller } from "../personas/traveller";

const caseFields = `
  visaRequest { visaRequestId visaReferenceNo visaRequestStatus paymentStatus totalPrice expectedDate version mobile
    timeline { status } accessLog { action } }
  assignedTo { staffId name phoneNumber } isMine isOverdue waitingSince
  applicants { visaApplicant { visaApplicantId firstName passportNumber profileSrc }
    papers { fileId kind imageName contentType size src scanState } samePassportIn }
  payments { razorpayPaymentId amount paymentStatus at }
  trail { at actor staff { staffId phoneNumber } action paper visaApplicantId }
  notes { staffNoteId at by { staffId name phoneNumber } text }`;

const userErrors = `userErrors { field code message }`;

const staffVisaRequest = `query ($visaRequestId: ID!) {
  staffVisaRequest(visaRequestId: $visaRequestId) { ${caseFields} } }`;

const caseMutation = (name: string) =>
  `mutation ($input: ${name[0]!.toUpperCase()}${name.slice(1)}Input!) {
    ${name}(input: $input) { staffCase { ${caseFields} } ${userErrors} } }`;

export const staffTakeCase = caseMutation("staffTakeCase");
export const staffReleaseCase = caseMutation("staffReleaseCase");
export const staffStartReview = caseMutation("staffStartReview");
export const staffAddNote = caseMutation("staffAddNote");

export const staffQueueCounts = `{
  staffQueueCounts { submitted processing actionRequired overdue mine unassigned } }`;

const staffVisaRequests = `query ($filter: StaffQueueFilter, $search: String, $first: Int, $after: String) {
  staffVisaRequests(filter: $filter, search: $search, first: $first, after: $after) {
    nodes { visaRequestId visaReferenceNo countryName visaName visaRequestStatus paymentStatus noOfApplicants
      travelDate expectedDate isOverdue createdAt assignedTo { staffId } }
    pageInfo { hasNextPage endCursor } } }`;

/** A case as that member of staff sees it; the look is written down. */
export async function lookAt(member: Traveller, visaRequestId: string): Promise<Json> {
  return (await member.call(staffVisaRequest, { visaRequestId })).data.staffVisaRequest;
}

/** Does something to a case: the case afterwards, or the codes of what stands against it. */
export async function workOn(
  member: Traveller,
  mutation: string,
  input: Record<string, unknown>,
): Promise<Json> {
  const answer = await member.call(mutation, { input });
  const [payload] = Object.values<Json>(answer.data ?? {});
  if (!payload) return answer.errors?.map(({ extensions }) => extensions.code);
  return (
    payload.staffCase ?? payload.userErrors.map((fault: Json) => [fault.field, fault.code].join(" ").trim())
  );
}

/** A page of the queue: the request ids, and where it ends. */
export async function readQueue(member: Traveller, asked: Record<string, unknown> = {}): Promise<Json> {
  const { data, errors } = await member.call(staffVisaRequests, asked);
  if (errors) throw new Error(JSON.stringify(errors));
  return data.staffVisaRequests;
}

/** Two members of staff: Asha, and one who has not said a name. */
export async function signInAsha(server: RunningServer): Promise<[Traveller, Traveller]> {
  const [asha, other] = [await signInStaff(server), await signInStaff(server)];
  await asha.do(documents.updateProfile, { name: "Asha" });
  return [asha, other];
}

/** Somebody with a paid application, and its id. */
export async function paidRequest(
  server: RunningServer,
  { who, passportNumber }: { who?: Traveller; passportNumber?: string } = {},
): Promise<[Traveller, string]> {
  const traveller = await (who ? storyOf(who) : signedInTraveller(server)).withRequest();
  await addApplicant(traveller, await makeSmallFiles(), passportNumber ? { passportNumber } : {});
  await storyOf(traveller).paid();
  return [traveller, traveller.request.visaRequestId];
}

/** What staff did with an application, in its order. */
export async function staffActionsOn(server: RunningServer, visaRequestId: string): Promise<string[]> {
  const { audit_event } = await readTables(server, ["audit_event"]);
  return audit_event!
    .filter((event) => event.visaRequestId === visaRequestId && event.actorKind === "STAFF")
    .map(({ action }) => action);
}
