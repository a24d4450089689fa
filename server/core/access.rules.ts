/**
 * The table of permissions: one row per GraphQL operation, under its name, and one per REST path
 * without a corresponding operation. Services check the row first and ownership second (docs/decisions/0038).
 */

/** `staffSigningIn`: staff, even before they have given the second factor that `staff` requires. */
type Who = "visitor" | "person" | "staffSigningIn" | "staff";

export const access = {
  siteInfo: "visitor",
  countries: "visitor",
  country: "visitor",
  popularVisas: "visitor",
  visas: "visitor",
  visa: "visitor",
  requestOtp: "visitor",
  verifyOtp: "visitor",
  me: "visitor",
  receiveWebhook: "visitor",

  getUser: "person",
  updateProfile: "person",
  confirmIdentity: "person",
  mySessions: "person",
  endSession: "person",
  logout: "person",
  logoutEverywhere: "person",
  createAccountExport: "person",
  eraseAccount: "person",
  myVisaRequests: "person",
  visaRequest: "person",
  createVisaRequest: "person",
  changeTravelDate: "person",
  cancelVisaRequest: "person",
  withdrawVisaRequest: "person",
  createVisaApplicant: "person",
  updateVisaApplicant: "person",
  removeVisaApplicant: "person",
  addVisaApplicantDocument: "person",
  setVisaApplicantDocumentReason: "person",
  sendCorrection: "person",
  createPaymentOrder: "person",
  confirmPayment: "person",

  staffSecondFactor: "staffSigningIn",
  staffBeginSecondFactor: "staffSigningIn",
  staffGiveSecondFactor: "staffSigningIn",

  staffMe: "staff",
  staffCountries: "staff",
  staffCountry: "staff",
  staffUpdateVisa: "staff",
  staffUpdateCountry: "staff",
  staffDeadMessages: "staff",
  staffRetryMessage: "staff",
  staffVisaRequests: "staff",
  staffQueueCounts: "staff",
  staffVisaRequest: "staff",
  staffTakeCase: "staff",
  staffReleaseCase: "staff",
  staffStartReview: "staff",
  staffAddNote: "staff",
  staffRequestCorrection: "staff",
  staffChangeCorrection: "staff",
  staffWithdrawCorrection: "staff",
  staffJudgePaper: "staff",
  staffApproveApplicant: "staff",
  staffTakeBackApproval: "staff",
  staffRejectApplicant: "staff",
  staffEnterMrz: "staff",
  staffRefundOffers: "staff",
  staffRefund: "staff",
  staffCloseMoneyTask: "staff",
  staffApprovals: "staff",
  staffAgreeToApproval: "staff",
  staffEndApproval: "staff",
} as const satisfies Record<string, Who>;

export type Action = keyof typeof access;
/** The actions whose row has one of these values. */
export type ActionFor<W extends Who> = { [A in Action]: (typeof access)[A] extends W ? A : never }[Action];

/** Whether the table allows the action. Staff are also persons, because they may have applications. */
export function mayPerform(kind: "visitor" | "person" | "staff", action: Action): boolean {
  const who: Who = access[action];
  return who === "visitor" || kind === "staff" || who === kind;
}
