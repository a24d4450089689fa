import { consentVersion } from "../../../modules/consent/consent.rules";
import { keepingConsent } from "../../../modules/consent/keepingConsent.rules";
import * as documents from "../documents";
import type { Mutation } from "./read";
import { sendCorrection } from "../stories/review";
import { makeDetails, toConfirmation, type CheckoutProof } from "../personas/traveller";
import { daysAhead } from "../server/clock";

/** A user's ids, which a stranger may have obtained. */
export interface Owned {
  visaRequestId: string;
  visaApplicantId: string;
  userId: string;
  /** The owner's session. */
  sessionId: string;
  /** A supporting document of the applicant. */
  paperId: string;
  /** A partner that the owner manages, and its key. */
  partnerId: string;
  partnerKeyId: string;
  /** A webhook endpoint of the partner. */
  endpointId: string;
  /** The checkout's proof for the request's order. */
  proof: CheckoutProof;
}

/** Paths of the variables that contain catalogue ids, which do not belong to a user. */
export const publicIds = ["visaId", "input.visaId"];

/** A mutation that takes the id of an object with an owner. */
export interface OwnedMutation {
  name: string;
  query: Mutation;
  input: (ids: Owned) => Record<string, unknown>;
  withFiles?: true;
}
export const mutations: OwnedMutation[] = [
  { name: "endSession", query: documents.endSession, input: ({ sessionId }) => ({ sessionId }) },
  {
    name: "cancelVisaRequest",
    query: documents.cancelVisaRequest,
    input: ({ visaRequestId }) => ({ visaRequestId }),
  },
  {
    name: "changeTravelDate",
    query: documents.changeTravelDate,
    input: ({ visaRequestId }) => ({ visaRequestId, travelDate: daysAhead(30) }),
  },
  {
    name: "withdrawVisaRequest",
    query: documents.withdrawVisaRequest,
    input: ({ visaRequestId }) => ({ visaRequestId, expectedAmount: 1 }),
  },
  {
    name: "createVisaApplicant",
    query: documents.createVisaApplicant,
    input: ({ visaRequestId }) => ({ visaRequestId }),
  },
  {
    name: "createVisaApplicant with files",
    query: documents.createVisaApplicant,
    input: ({ visaRequestId }) => ({ visaRequestId, ...makeDetails() }),
    withFiles: true,
  },
  {
    name: "updateVisaApplicant",
    query: documents.updateVisaApplicant,
    input: ({ visaApplicantId, paperId }) => ({
      visaApplicantId,
      firstName: "Eve",
      removeDocumentIds: [paperId],
    }),
  },
  {
    name: "updateVisaApplicant with files",
    query: documents.updateVisaApplicant,
    input: ({ visaApplicantId }) => ({ visaApplicantId }),
    withFiles: true,
  },
  {
    name: "keepApplicants",
    query: documents.keepApplicants,
    input: ({ visaRequestId }) => ({ visaRequestId, consentTextVersion: keepingConsent.version }),
  },
  {
    name: "forgetApplicants",
    query: documents.forgetApplicants,
    input: ({ visaApplicantId }) => ({ keptApplicantIds: [visaApplicantId] }),
  },
  {
    name: "addKeptApplicant",
    query: documents.addKeptApplicant,
    input: ({ visaRequestId, visaApplicantId }) => ({
      visaRequestId,
      keptApplicantId: visaApplicantId,
      consent: { textVersion: consentVersion },
    }),
  },
  {
    name: "removeVisaApplicant",
    query: documents.removeVisaApplicant,
    input: ({ visaApplicantId }) => ({ visaApplicantId }),
  },
  {
    name: "addVisaApplicantDocument",
    query: documents.addVisaApplicantDocument,
    input: ({ visaApplicantId }) => ({ visaApplicantId, documentName: "Ticket", documentFiles: [] }),
  },
  {
    name: "setVisaApplicantDocumentReason",
    query: documents.setVisaApplicantDocumentReason,
    input: ({ visaApplicantId }) => ({ visaApplicantId, documentName: "Ticket", reason: "NOT_NEEDED" }),
  },
  {
    name: "sendCorrection",
    query: sendCorrection,
    input: ({ visaApplicantId }) => ({ visaApplicantId }),
  },
  {
    name: "createHandover",
    query: documents.createHandover,
    input: ({ visaRequestId }) => ({ visaRequestId }),
  },
  {
    name: "createPaymentOrder",
    query: documents.createPaymentOrder,
    input: ({ visaRequestId }) => ({ visaRequestId }),
  },
  {
    name: "confirmPayment",
    query: documents.confirmPayment,
    input: ({ visaRequestId, proof }) => ({ visaRequestId, ...toConfirmation(proof) }),
  },
  {
    name: "createPartnerKey",
    query: documents.createPartnerKey,
    input: ({ partnerId }) => ({ partnerId, name: "Eve", scopes: ["READ"], otp: "000000" }),
  },
  {
    name: "rotatePartnerKey",
    query: documents.rotatePartnerKey,
    input: ({ partnerKeyId }) => ({ partnerKeyId, otp: "000000" }),
  },
  {
    name: "endPartnerKey",
    query: documents.endPartnerKey,
    input: ({ partnerKeyId }) => ({ partnerKeyId }),
  },
  {
    name: "createWebhookEndpoint",
    query: documents.createWebhookEndpoint,
    input: ({ partnerId }) => ({ partnerId, url: "http://127.0.0.1:9999/", types: ["REFUND_DUE"] }),
  },
  {
    name: "updateWebhookEndpoint",
    query: documents.updateWebhookEndpoint,
    input: ({ endpointId }) => ({ endpointId, types: ["REFUND_DUE"] }),
  },
  {
    name: "rotateWebhookSecret",
    query: documents.rotateWebhookSecret,
    input: ({ endpointId }) => ({ endpointId }),
  },
  {
    name: "endWebhookEndpoint",
    query: documents.endWebhookEndpoint,
    input: ({ endpointId }) => ({ endpointId }),
  },
  {
    name: "partnerReplay",
    query: documents.partnerReplay,
    input: ({ endpointId }) => ({ endpointId, from: "2026-01-01T00:00:00Z" }),
  },
  { name: "partnerPing", query: documents.partnerPing, input: ({ endpointId }) => ({ endpointId }) },
  {
    name: "addPartnerMember",
    query: documents.addPartnerMember,
    input: ({ partnerId }) => ({ partnerId, phoneNumber: "+919876543210", role: "OWNER" }),
  },
  {
    name: "removePartnerMember",
    query: documents.removePartnerMember,
    input: ({ partnerId, userId }) => ({ partnerId, userId }),
  },
];

export interface OwnedRoute {
  name: string;
  path: (ids: Owned) => string;
  fields?: (ids: Owned) => Record<string, unknown>;
  withFiles?: true;
}
export const routes: OwnedRoute[] = [
  { name: "GET visaRequest", path: ({ visaRequestId }) => `/api/visaRequest/${visaRequestId}` },
  { name: "GET GetByUserId", path: ({ userId }) => `/api/visaRequest/GetByUserId?id=${userId}` },
  {
    name: "PUT visaRequest",
    path: () => "/api/visaRequest",
    fields: ({ visaRequestId, proof }) => ({ visaRequestId, paymentGatewayNo: proof.razorpay_payment_id }),
  },
  {
    name: "GET GetByVisaRequest with visaRequestId",
    path: ({ visaRequestId }) => `/api/VisaApplicant/GetByVisaRequest?visaRequestId=${visaRequestId}`,
  },
  {
    name: "GET GetByVisaRequest with id",
    path: ({ visaRequestId }) => `/api/VisaApplicant/GetByVisaRequest?id=${visaRequestId}`,
  },
  {
    name: "POST VisaApplicant/Create",
    path: () => "/api/VisaApplicant/Create",
    fields: ({ visaRequestId }) => ({ visaRequestId }),
  },
  {
    name: "POST VisaApplicant/Create with files",
    path: () => "/api/VisaApplicant/Create",
    fields: ({ visaRequestId }) => ({ visaRequestId, ...makeDetails() }),
    withFiles: true,
  },
  {
    name: "POST Payment/Process",
    path: ({ visaRequestId }) =>
      `/api/Payment/Process?Amount=3398&PayRequest=RAZORPAY&visaRequestId=${visaRequestId}`,
  },
  { name: "GET user", path: ({ userId }) => `/api/user/${userId}` },
  {
    name: "PUT user",
    path: () => "/api/user",
    fields: ({ userId }) => ({ userId, name: "Eve", phoneNumber: "+919000000001" }),
  },
];
