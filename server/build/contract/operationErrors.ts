/** The error codes of each public operation, except those that all operations share. */
import { mayPerform, scopeFor, type Action } from "../../core/access.rules";
import type { topLevelErrorTable, userErrorTable } from "../../core/errorTable";

export type Code = keyof typeof userErrorTable | keyof typeof topLevelErrorTable;

/** Error codes of an operation on one of the caller's objects. */
const own = ["NOT_FOUND", "INVALID_STATE"] as const;
const text = ["REQUIRED", "INVALID", "TOO_LONG"] as const;
const proof = ["REQUIRED", "OTP_INVALID", "OTP_EXPIRED"] as const;
const otp = ["INVALID", ...proof] as const;
const unsafe = ["FILE_CORRUPT", "FILE_DIMENSIONS", "FILE_UNSAFE"] as const;
const file = ["FILE_TOO_LARGE", "FILE_TYPE", ...unsafe] as const;
const details = [...own, ...text, "DATE_IN_FUTURE", ...file, "CONFLICT"] as const;
const unpaid = ["PAYMENT_NOT_CAPTURED", "PAYMENT_AMOUNT_MISMATCH", "PROVIDER_UNAVAILABLE"] as const;

/** Error codes that any operation may return. */
export const commonErrors = [
  "BAD_USER_INPUT",
  "PAYLOAD_TOO_LARGE",
  "RATE_LIMITED",
  "UNAVAILABLE",
  "INTERNAL_SERVER_ERROR",
] as const;

/** Additional error codes of operations sent with a key. */
export const keyErrors = ["KEY_UNKNOWN", "KEY_ENDED", "KEY_WRONG_WORLD", "KEY_NETWORK"] as const;

/** Returns the error codes of an operation, except those that all operations share. */
export function listErrors(action: Action): Code[] {
  return [
    ...(mayPerform("visitor", action) ? [] : ["UNAUTHENTICATED" as const]),
    scopeFor(action) ? "SCOPE_MISSING" : "NOT_FOR_KEYS",
    ...(operationErrors[action] ?? []),
  ];
}

/** An operation without a row returns no additional error codes. */
const operationErrors: Partial<Record<Action, readonly Code[]>> = {
  createAccountExport: [...proof, "CONFLICT"],
  eraseAccount: [...proof, "INVALID_STATE"],
  updateProfile: [...own, ...otp, "TOO_LONG", "CONFLICT"],

  requestOtp: ["UNAUTHENTICATED", "REQUIRED", "INVALID", "DEVICE_CHECK_REQUIRED", "PROVIDER_UNAVAILABLE"],
  verifyOtp: otp,
  endSession: ["NOT_FOUND", "INVALID"],
  confirmIdentity: [...own, "REQUIRED", "INVALID"],

  wishForCountry: ["INVALID"],

  createVisaRequest: [...own, ...text, "CONFLICT", "IDEMPOTENCY_CONFLICT"],
  changeTravelDate: [...own, "INVALID", "CONFLICT"],
  cancelVisaRequest: [...own, "CONFLICT"],
  withdrawVisaRequest: [...own, "CONFLICT"],
  createHandover: [...own, "FORBIDDEN", "TOO_LONG", "IDEMPOTENCY_CONFLICT"],
  takeHandover: ["NOT_FOUND"],

  createVisaApplicant: [...details, "FILE_REQUIRED", "IDEMPOTENCY_CONFLICT"],
  updateVisaApplicant: details,
  removeVisaApplicant: own,
  addVisaApplicantDocument: [...own, ...text, ...file, "IDEMPOTENCY_CONFLICT"],
  setVisaApplicantDocumentReason: [...own, ...text],
  sendCorrection: [...details, "IDEMPOTENCY_CONFLICT"],
  keepApplicants: [...own, "INVALID"],
  forgetApplicants: ["NOT_FOUND"],
  addKeptApplicant: [...own, ...text, "CONFLICT", "IDEMPOTENCY_CONFLICT"],

  createPaymentOrder: [...own, "INVALID", "PROVIDER_UNAVAILABLE"],
  confirmPayment: [...own, "PAYMENT_SIGNATURE_INVALID", ...unpaid],

  createPartnerKey: [...own, ...otp, "TOO_LONG"],
  rotatePartnerKey: [...own, ...otp],
  endPartnerKey: own,
  addPartnerMember: [...own, "FORBIDDEN", "INVALID"],
  removePartnerMember: [...own, "FORBIDDEN"],
  createWebhookEndpoint: [...own, "REQUIRED", "INVALID", "CONFLICT"],
  updateWebhookEndpoint: [...own, "REQUIRED", "INVALID", "CONFLICT"],
  rotateWebhookSecret: own,
  endWebhookEndpoint: own,
  partnerReplay: [...own, "REQUIRED"],
  partnerPing: own,

  createTestPartner: [...text, "INVALID_STATE"],
  enterTestWorld: ["INVALID_STATE"],
  testPay: [...own, "INVALID", ...unpaid],
  testDecide: own,
  testOutage: ["INVALID", "INVALID_STATE", "PROVIDER_UNAVAILABLE"],
};
