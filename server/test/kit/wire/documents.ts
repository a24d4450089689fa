/** The operations that the scenarios use, as a partner would write them. */

const userErrors = `userErrors { field code message }`;

const applicantFields = `
  visaApplicantId visaRequestId firstName lastName title gender visaApplicantStatus dateOfBirth passportNumber
  passportIssueDate passportExpireDate travelerType nationality passportCountry comments profileSrc
  passportFrontSrc passportBackSrc passportFrontType passportBackType approvedVisaSrc
  visaApplicationDocuments { visaApplicationDocumentId imageName contentType size src }`;

const requestFields = `
  visaRequestId visaId visaReferenceNo leadSource visaName countryName pricePerApplicant netPrice serviceFee gst
  totalPrice travelDate expectedDate noOfApplicants userId email mobile visaRequestStatus paymentStatus
  paymentGateway paymentGatewayNo version visa { visaUrl } timeline { at status note }
  visaApplicants { ${applicantFields} }`;

export const requestOtp = `mutation ($input: RequestOtpInput!) {
  requestOtp(input: $input) { sent expiresInSeconds resendInSeconds ${userErrors} } }`;

export const verifyOtp = `mutation ($input: VerifyOtpInput!) {
  verifyOtp(input: $input) { session { token expiration user { userId name phoneNumber email } } ${userErrors} } }`;

export const logout = `mutation { logout { loggedOut userErrors { code } } }`;

export const logoutEverywhere = `mutation { logoutEverywhere { loggedOut userErrors { code } } }`;

export const me = `{ me { userId name phoneNumber email } }`;

export const updateProfile = `mutation ($input: UpdateProfileInput!) {
  updateProfile(input: $input) { user { userId name phoneNumber email } ${userErrors} } }`;

export const visaId = `query ($visaUrl: String!) { visa(visaUrl: $visaUrl) { visaId } }`;

export const visaRequest = `query ($visaRequestId: ID!) {
  visaRequest(visaRequestId: $visaRequestId) { ${requestFields} } }`;

export const myVisaRequests = `query ($first: Int, $after: String) {
  myVisaRequests(first: $first, after: $after) {
    edges { cursor node { visaRequestId } } nodes { visaRequestId visaRequestStatus paymentStatus }
    pageInfo { hasNextPage endCursor } totalCount } }`;

export const createVisaRequest = `mutation ($input: CreateVisaRequestInput!) {
  createVisaRequest(input: $input) { visaRequest { ${requestFields} } ${userErrors} } }`;

export const cancelVisaRequest = `mutation ($input: CancelVisaRequestInput!) {
  cancelVisaRequest(input: $input) { visaRequest { ${requestFields} } ${userErrors} } }`;

const refundFields = `visaRequestId visaRequestStatus paymentStatus refundOffer { amount text canWithdraw }
  refund { amount state createdAt doneAt }`;

export const visaRequestMoney = `query ($visaRequestId: ID!) {
  visaRequest(visaRequestId: $visaRequestId) { ${refundFields}
    receipt { receiptNo paidAt visaFee serviceFee gst gstPercent total paymentId pdfSrc } } }`;

export const withdrawVisaRequest = `mutation ($input: WithdrawVisaRequestInput!) {
  withdrawVisaRequest(input: $input) { visaRequest { ${refundFields} } ${userErrors} } }`;

export const staffRefundOffers = `query ($visaRequestId: ID!) {
  staffRefundOffers(visaRequestId: $visaRequestId) { reason amount text } }`;

export const staffRefund = `mutation ($input: StaffRefundInput!) {
  staffRefund(input: $input) { staffCase { visaRequest { ${refundFields} } notes { text } } ${userErrors} } }`;

export const staffTakeCase = `mutation ($input: StaffTakeCaseInput!) {
  staffTakeCase(input: $input) { staffCase { isMine } ${userErrors} } }`;

export const staffStartReview = `mutation ($input: StaffStartReviewInput!) {
  staffStartReview(input: $input) { staffCase { visaRequest { visaRequestStatus } } ${userErrors} } }`;

export const createVisaApplicant = `mutation ($input: CreateVisaApplicantInput!) {
  createVisaApplicant(input: $input) { visaApplicant { ${applicantFields} } ${userErrors} } }`;

export const updateVisaApplicant = `mutation ($input: UpdateVisaApplicantInput!) {
  updateVisaApplicant(input: $input) { visaApplicant { ${applicantFields} } ${userErrors} } }`;

export const removeVisaApplicant = `mutation ($input: RemoveVisaApplicantInput!) {
  removeVisaApplicant(input: $input) { visaRequest { ${requestFields} } ${userErrors} } }`;

export const createPaymentOrder = `mutation ($input: CreatePaymentOrderInput!) {
  createPaymentOrder(input: $input) {
    order { orderId amount currency razorpayKey name description checkoutUrl } ${userErrors} } }`;

export const confirmPayment = `mutation ($input: ConfirmPaymentInput!) {
  confirmPayment(input: $input) { visaRequest { ${requestFields} } ${userErrors} } }`;

export const createAccountExport = `mutation {
  createAccountExport { accountExport { url expiresAt } ${userErrors} } }`;

export const eraseAccount = `mutation ($input: EraseAccountInput!) {
  eraseAccount(input: $input) { erased ${userErrors} } }`;
