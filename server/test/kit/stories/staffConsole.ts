/** What staff ask of the review queue and of a case, as their page does. */
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
import { signedInTraveller, storyOf, type Traveller } from "../personas/traveller";

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

/** A case as that member of staff sees it; the look is written down. */
export async function lookAt(member: Traveller, visaRequestId: string): Promise<StaffCase> {
  return (await member.call(staffVisaRequest, { visaRequestId })).data.staffVisaRequest;
}

/**
 * Does something to a case: the case afterwards. Where it is refused, the codes of what stands against it, a list of
 * texts for `toEqual`.
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

/** A page of the queue: the request ids, and where it ends. */
export async function readQueue(
  member: Traveller,
  asked: LooseVariables<staffVisaRequestsQueryVariables> = {},
): Promise<QueuePage> {
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

/** What staff did with an application, in its order, without their looks at it. */
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
