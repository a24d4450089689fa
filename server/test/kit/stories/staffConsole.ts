/** Operations of staff for the review queue and for a case, as in the staff console. */
import { addApplicant } from "./applicants";
import { makeSmallFiles } from "../personas/applicantFiles";
import type { TypedDocumentNode } from "@apollo/client";
import {
  staffVisaRequest,
  staffVisaRequests,
  type staffVisaRequestsQueryVariables,
} from "../documents/staffConsole.generated";
import type { ChangedBy, DataOf, LooseVariables, Mutation, UserError } from "../wire/read";
import * as documents from "../documents";
import { readTables } from "../data/readTables";
import { signInStaff } from "../personas/staff";
import type { RunningServer } from "../server/runningServer";
import { signedInTraveller, toStory, type Traveller } from "../personas/traveller";

export {
  staffAddNote,
  staffQueueCounts,
  staffReleaseCase,
  staffStartReview,
  staffTakeCase,
} from "../documents/staffConsole.generated";

/** A case as staff see it. */
export type StaffCase = DataOf<typeof staffVisaRequest>["staffVisaRequest"];
type QueuePage = DataOf<typeof staffVisaRequests>["staffVisaRequests"];

/** Returns a case as the staff member sees it; the view is logged. */
export async function lookAt(member: Traveller, visaRequestId: string): Promise<StaffCase> {
  return (await member.call(staffVisaRequest, { visaRequestId })).data.staffVisaRequest;
}

/**
 * Changes a case, and returns it. If the change is refused, returns the codes of the errors, as a list of texts for
 * `toEqual`.
 */
export async function workOn<Data, Variables>(
  member: Traveller,
  mutation: TypedDocumentNode<Data, Variables>,
  input: Record<string, unknown>,
): Promise<ChangedBy<Data>>;
export async function workOn(
  member: Traveller,
  mutation: Mutation,
  input: Record<string, unknown>,
): Promise<unknown>;
export async function workOn(
  member: Traveller,
  mutation: Mutation,
  input: Record<string, unknown>,
): Promise<unknown> {
  const answer = await member.call(mutation, { input });
  const [payload] = Object.values((answer.data ?? {}) as Record<string, CasePayload | null>);
  const outcome = payload
    ? (payload.staffCase ?? payload.userErrors.map(({ field, code }) => [field, code].join(" ").trim()))
    : answer.errors?.map(({ extensions }) => extensions.code);
  return outcome;
}

interface CasePayload {
  staffCase: object | null;
  userErrors: UserError[];
}

export async function readQueue(
  member: Traveller,
  asked: LooseVariables<staffVisaRequestsQueryVariables> = {},
): Promise<QueuePage> {
  const { data, errors } = await member.call(staffVisaRequests, asked);
  if (errors) throw new Error(JSON.stringify(errors));
  return data.staffVisaRequests;
}

/** Signs in two staff members: Asha, and one without a name. */
export async function signInAsha(server: RunningServer): Promise<[Traveller, Traveller]> {
  const [asha, other] = [await signInStaff(server), await signInStaff(server)];
  await asha.do(documents.updateProfile, { name: "Asha" });
  return [asha, other];
}

/** Returns a traveller with a paid application, and the application's id. */
export async function paidRequest(
  server: RunningServer,
  { who, passportNumber }: { who?: Traveller; passportNumber?: string } = {},
): Promise<[Traveller, string]> {
  const traveller = await (who ? toStory(who) : signedInTraveller(server)).withRequest();
  await addApplicant(traveller, await makeSmallFiles(), passportNumber ? { passportNumber } : {});
  await toStory(traveller).paid();
  return [traveller, traveller.request.visaRequestId];
}

/** Returns the actions of staff on an application, in order, except views. */
export async function staffActionsOn(server: RunningServer, visaRequestId: string): Promise<string[]> {
  const { audit_event } = await readTables(server, ["audit_event"]);
  return audit_event
    .filter(
      (event) =>
        event.visaRequestId === visaRequestId &&
        event.actorKind === "STAFF" &&
        event.action !== "PAPERS_SEEN",
    )
    .map(({ action }) => action);
}
