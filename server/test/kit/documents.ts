/** The operations that the scenarios use, as a partner would write them; codegen types them. */
export {
  createAccountExport,
  endSession,
  eraseAccount,
  logout,
  logoutEverywhere,
  me,
  mySessions,
  requestOtp,
  updateProfile,
  verifyOtp,
} from "./documents/account.generated";
export {
  confirmPayment,
  createPaymentOrder,
  staffCloseMoneyTask,
  staffMoney,
  staffRefund,
  staffRefundOffers,
  staffStartReview,
  staffTakeCase,
  visaRequestMoney,
  withdrawVisaRequest,
} from "./documents/money.generated";
export {
  addPartnerMember,
  createPartnerKey,
  endPartnerKey,
  myPartners,
  removePartnerMember,
  rotatePartnerKey,
  staffCreatePartner,
  staffEndPartner,
  staffPartners,
} from "./documents/partner.generated";
export {
  cancelVisaRequest,
  changeTravelDate,
  addVisaApplicantDocument,
  createVisaApplicant,
  createVisaRequest,
  myVisaRequests,
  removeVisaApplicant,
  setVisaApplicantDocumentReason,
  updateVisaApplicant,
  visaId,
  visaRequest,
} from "./documents/visaRequest.generated";
