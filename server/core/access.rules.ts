/**
 * The table of permissions: one row per GraphQL operation, under its name, and one per REST path without a
 * corresponding operation. Services check the row first and ownership second (docs/decisions/0038). The second entry of
 * a row is the scope that a partner's key needs. Without it, no key may perform the action.
 */

/** `staffSigningIn`: staff, even before they have given the second factor that `staff` requires. */
type Who = "visitor" | "person" | "staffSigningIn" | "staff";

/** The rights of a key: read, change applications, pay for them, manage webhooks. */
export const scopes = ["read", "apply", "pay", "webhooks"] as const;
export type Scope = (typeof scopes)[number];

export const access = {
  siteInfo: ["visitor", "read"],
  countries: ["visitor", "read"],
  countrySuggestions: ["visitor", "read"],
  wishForCountry: ["visitor"],
  country: ["visitor", "read"],
  popularVisas: ["visitor", "read"],
  visas: ["visitor", "read"],
  visa: ["visitor", "read"],
  priceQuote: ["visitor", "read"],
  handover: ["visitor"],
  requestOtp: ["visitor"],
  verifyOtp: ["visitor"],
  me: ["visitor"],
  receiveWebhook: ["visitor"],

  getUser: ["person"],
  updateProfile: ["person"],
  confirmIdentity: ["person"],
  mySessions: ["person"],
  endSession: ["person"],
  logout: ["person"],
  logoutEverywhere: ["person"],
  createAccountExport: ["person"],
  eraseAccount: ["person"],
  myVisaRequests: ["person", "read"],
  partnerApplications: ["person", "read"],
  visaRequest: ["person", "read"],
  createVisaRequest: ["person", "apply"],
  changeTravelDate: ["person", "apply"],
  cancelVisaRequest: ["person", "apply"],
  withdrawVisaRequest: ["person", "apply"],
  createVisaApplicant: ["person", "apply"],
  updateVisaApplicant: ["person", "apply"],
  removeVisaApplicant: ["person", "apply"],
  keptApplicants: ["person"],
  keepApplicants: ["person"],
  forgetApplicants: ["person"],
  addKeptApplicant: ["person"],
  addVisaApplicantDocument: ["person", "apply"],
  setVisaApplicantDocumentReason: ["person", "apply"],
  sendCorrection: ["person", "apply"],
  createHandover: ["person", "apply"],
  takeHandover: ["person"],
  createPaymentOrder: ["person", "pay"],
  confirmPayment: ["person", "pay"],
  myPartners: ["person"],
  createPartnerKey: ["person"],
  rotatePartnerKey: ["person"],
  endPartnerKey: ["person"],
  addPartnerMember: ["person"],
  removePartnerMember: ["person"],
  partnerEvents: ["person", "webhooks"],
  createTestPartner: ["person"],
  enterTestWorld: ["person"],
  testPay: ["person", "pay"],
  testDecide: ["person", "apply"],
  testOutage: ["person", "pay"],
  webhookEndpoints: ["person", "webhooks"],
  createWebhookEndpoint: ["person", "webhooks"],
  updateWebhookEndpoint: ["person", "webhooks"],
  rotateWebhookSecret: ["person", "webhooks"],
  endWebhookEndpoint: ["person", "webhooks"],
  partnerReplay: ["person", "webhooks"],
  partnerPing: ["person", "webhooks"],

  staffSecondFactor: ["staffSigningIn"],
  staffBeginSecondFactor: ["staffSigningIn"],
  staffGiveSecondFactor: ["staffSigningIn"],

  staffMe: ["staff"],
  staffCountries: ["staff"],
  staffCountry: ["staff"],
  staffCountryWishes: ["staff"],
  staffDueRequirements: ["staff"],
  staffCheckRequirements: ["staff"],
  staffUpdateVisa: ["staff"],
  staffUpdateCountry: ["staff"],
  staffDeadMessages: ["staff"],
  staffRetryMessage: ["staff"],
  staffVisaRequests: ["staff"],
  staffQueueCounts: ["staff"],
  staffVisaRequest: ["staff"],
  staffOlderChanges: ["staff"],
  staffTakeCase: ["staff"],
  staffReleaseCase: ["staff"],
  staffStartReview: ["staff"],
  staffAddNote: ["staff"],
  staffRequestCorrection: ["staff"],
  staffChangeCorrection: ["staff"],
  staffWithdrawCorrection: ["staff"],
  staffJudgePaper: ["staff"],
  staffApproveApplicant: ["staff"],
  staffTakeBackApproval: ["staff"],
  staffRejectApplicant: ["staff"],
  staffEnterMrz: ["staff"],
  staffRefundOffers: ["staff"],
  staffRefund: ["staff"],
  staffCloseMoneyTask: ["staff"],
  staffApprovals: ["staff"],
  staffAgreeToApproval: ["staff"],
  staffEndApproval: ["staff"],
  staffPartners: ["staff"],
  staffCreatePartner: ["staff"],
  staffEndPartner: ["staff"],
  staffUpdatePartner: ["staff"],
} as const satisfies Record<string, readonly [who: Who, scope?: Scope]>;

export type Action = keyof typeof access;
export type ActionFor<W extends Who> = { [A in Action]: (typeof access)[A][0] extends W ? A : never }[Action];

/** Returns the scope that a key needs for the action; undefined if no key may perform it. */
export function scopeFor(action: Action): Scope | undefined {
  const [, scope]: readonly [Who, Scope?] = access[action];
  return scope;
}

/**
 * True if the table allows the action. Staff may do everything that a person may, because they can have applications
 * too.
 */
export function mayPerform(kind: "visitor" | "person" | "staff", action: Action): boolean {
  const who: Who = access[action][0];
  return who === "visitor" || kind === "staff" || who === kind;
}
