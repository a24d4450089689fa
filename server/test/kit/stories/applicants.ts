import { randomUUID } from "node:crypto";
import { callRest, type TestFile } from "../wire/callApi";
import type { UserError } from "../wire/read";
import * as documents from "../documents";
import { errorCodes, getRestErrors, getUserErrors } from "../wire/outcomes";
import { consentOf, makeDetails, type Traveller, type VisaApplicant } from "../personas/traveller";

/** The two APIs that accept an applicant with files. */
export const ways = ["GraphQL", "REST"] as const;
export type Way = (typeof ways)[number];

/** Returns an applicant as the client in the specification sends one: a form with fields and files. */
export function toForm(fields: Record<string, unknown>, files: Record<string, TestFile> = {}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
  for (const [place, { name, type, bytes }] of Object.entries(files))
    form.append(place.split(".")[1]!, new Blob([Uint8Array.from(bytes)], { type }), name);
  return form;
}

/** The result of sending an applicant, in the same form for both APIs. */
export interface SendOutcome {
  status: number;
  visaApplicantId: string | undefined;
  /** `field: CODE` of each error. */
  faults: string[];
  messages: string[];
}

/** Sends an applicant for the traveller's request, with valid details unless `changes` replace them. */
export async function sendApplicant(
  traveller: Traveller,
  way: Way,
  files: Record<string, TestFile>,
  changes: Record<string, unknown> = {},
): Promise<SendOutcome> {
  const input = { visaRequestId: traveller.request.visaRequestId, ...makeDetails(changes) };
  if (way === "REST") {
    const { server, token } = traveller;
    const answer = await callRest<string>(server, "POST", "/api/VisaApplicant/Create", {
      token,
      form: toForm(input, files),
    });
    return describe(answer.status, answer.body.data, getRestErrors(answer));
  }
  const answer = await traveller.call(documents.createVisaApplicant, { input }, files);
  const userErrors = getUserErrors(answer);
  return describe(answer.status, answer.data.createVisaApplicant.visaApplicant?.visaApplicantId, userErrors);
}

function describe(status: number, visaApplicantId: string | undefined, errors: UserError[]): SendOutcome {
  return {
    status,
    visaApplicantId,
    faults: errorCodes(errors),
    messages: errors.map(({ message }) => message),
  };
}

/** Adds an applicant that must be accepted, and returns it. */
export async function addApplicant(
  traveller: Traveller,
  files: Record<string, TestFile>,
  changes: Record<string, unknown> = {},
): Promise<VisaApplicant> {
  const { visaRequestId } = traveller.request;
  const input = { visaRequestId, consent: consentOf(traveller), ...makeDetails(changes) };
  return traveller.do(documents.createVisaApplicant, input, files);
}

/** Returns a well-formed id that does not exist. */
export const absentId = (): string => randomUUID();
