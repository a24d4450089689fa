/** Who is wired to whom. Plain `new`; who is needed by others comes first. */
import { join, resolve } from "node:path";
import { paths } from "../client/paths";
import { KeyRing } from "./adapters/crypto/keyRing";
import { DiskFileStore } from "./adapters/fileStore/diskFileStore";
import { SessionTokens } from "./adapters/jwt/sessionTokens";
import { OutboxMail } from "./adapters/mail/outboxMail";
import type { SmtpSettings } from "./adapters/mail/smtpMail";
import { RazorpayGateway } from "./adapters/razorpay/razorpayGateway";
import { ClamdScanner } from "./adapters/scanner/clamdScanner";
import { noScanner } from "./adapters/scanner/noScanner";
import { Msg91Sms } from "./adapters/sms/msg91Sms";
import { OutboxSms } from "./adapters/sms/outboxSms";
import type { Config } from "./config";
import { Database } from "./db/database";
import { checkDataKey } from "./db/dataKeyCheck";
import { AccountErasureService } from "./modules/account/accountErasure.service";
import { AccountExportService } from "./modules/account/accountExport.service";
import { ExportLinks } from "./modules/account/accountExport.links";
import { ApplicantFileService } from "./modules/applicant/applicantFile.service";
import { PastPapers } from "./modules/applicant/pastPapers.service";
import { ConsentService } from "./modules/consent/consent.service";
import { ApplicantService } from "./modules/applicant/applicant.service";
import { TravelDateService } from "./modules/applicant/travelDate.service";
import { CorrectionService } from "./modules/review/correction/correction.service";
import { AuditService } from "./modules/audit/audit.service";
import { AddressLimits } from "./modules/auth/addressLimits.service";
import { AuthService } from "./modules/auth/auth.service";
import { IdentityService } from "./modules/auth/identity.service";
import { SmsBudgetService } from "./modules/auth/smsBudget.service";
import { SessionService } from "./modules/auth/session.service";
import { CatalogueAdminService } from "./modules/catalogue/catalogueAdmin.service";
import { CatalogueService } from "./modules/catalogue/catalogue.service";
import { FileLinks } from "./modules/file/file.links";
import { maxFileBytes, maxFiles, maxRequestBytes } from "./modules/file/file.rules";
import { FileService } from "./modules/file/file.service";
import { InspectionProcesses } from "./modules/file/inspection/InspectionProcesses";
import { DeadMessageService } from "./modules/notification/deadMessage.service";
import { NotificationService } from "./modules/notification/notification.service";
import { OrderOpeningService } from "./modules/payment/order/orderOpening.service";
import { OrderService } from "./modules/payment/order/order.service";
import { ReceiptLinks } from "./modules/payment/receipt/receipt.links";
import { ReceiptService } from "./modules/payment/receipt/receipt.service";
import { ConfirmationService } from "./modules/payment/settlement/confirmation.service";
import { ReconcilerService } from "./modules/payment/settlement/reconciler.service";
import { RefundService } from "./modules/payment/refund/refund.service";
import { RefundOutcomeService } from "./modules/payment/refund/refundOutcome.service";
import { ReturnedMoneyService } from "./modules/payment/refund/returnedMoney.service";
import { RefundDecisionService } from "./modules/payment/refund/refundDecision.service";
import { MoneyTaskService } from "./modules/review/refund/moneyTask.service";
import { StaffRefundService } from "./modules/review/refund/staffRefund.service";
import { SettlementService } from "./modules/payment/settlement/settlement.service";
import { WebhookService } from "./modules/payment/webhook/webhook.service";
import { RetentionService } from "./modules/retention/retention.service";
import { CaseAssignmentService } from "./modules/review/case/caseAssignment.service";
import { DecisionService } from "./modules/review/decision/decision.service";
import { CaseService } from "./modules/review/case/case.service";
import { DocumentReviewService } from "./modules/review/document/documentReview.service";
import { SecondFactorService } from "./modules/staff/secondFactor.service";
import { ApprovalService } from "./modules/approval/approval.service";
import { ApprovalDecisionService } from "./modules/review/approval/approvalDecision.service";
import { StaffService } from "./modules/staff/staff.service";
import { CorrectionRequestService } from "./modules/review/correction/correctionRequest.service";
import { MrzService } from "./modules/review/mrz/mrz.service";
import { QueueService } from "./modules/review/queue/queue.service";
import { UserService } from "./modules/user/user.service";
import { summarisePriceAt } from "./modules/visaRequest/pricing.rules";
import { VisaRequestService } from "./modules/visaRequest/visaRequest.service";
import type { Clock, Log } from "./ports";
import { OperationTurns } from "./turns/OperationTurns";
import { PersonLimits } from "./turns/personLimits";

export type Services = Awaited<ReturnType<typeof openServices>>;

/** Opens the database and the stores of `dataDir`, and wires the services; `close` is the way back. */
export async function openServices(config: Config, log: Log) {
  const clock: Clock = { now: () => new Date() };
  const keys = new KeyRing(config.dataKey, config.dataKeyPrevious);
  const db = await Database.open(config.databaseFile);
  await checkDataKey(db, keys);

  const store = new DiskFileStore({ folder: join(config.dataDir, "files"), keys });
  const sms = config.msg91
    ? new Msg91Sms(config.msg91, config.providerTimeoutMs)
    : new OutboxSms(config.dataDir, clock);
  const mail = config.smtp ? await openSmtp(config.smtp) : new OutboxMail(config.dataDir, clock);
  const gateway = new RazorpayGateway(config.razorpay, { log, timeoutMs: config.providerTimeoutMs });
  const { brand, fees } = config;
  const limits = new PersonLimits();

  const audit = await AuditService.open({ db, clock, keys });
  const catalogue = await CatalogueService.open(db, summarisePriceAt(fees));
  const staff = new StaffService({
    db,
    clock,
    audit,
    wantsSecondFactor: config.staffSecondFactor === "totp",
  });
  const secondFactors = new SecondFactorService({ db, clock, audit, keys, staff, brand });
  const tokens = new SessionTokens(config.jwtSecret);
  const sessions = new SessionService({ db, clock, audit, tokens, staff });
  const papers = new PastPapers(keys);
  const identity = new IdentityService({ db, clock, audit, sessions, staff, papers });
  const auth = new AuthService({
    db,
    clock,
    audit,
    sms,
    smsBudget: new SmsBudgetService({ log, budget: config.smsBudget, countries: config.smsCountries }),
    keys,
    brand,
    limits: new AddressLimits(),
    identity,
    sessions,
  });
  const queue = new QueueService({ db, clock, audit, keys, staff });
  const cases = new CaseService({ db, audit, keys, staff });
  const caseAssignments = new CaseAssignmentService({ db, clock, audit, keys, staff, cases });
  const approvals = new ApprovalService({ db, clock, audit, staff, aboveInr: config.fourEyesAboveInr });
  const catalogueAdmin = new CatalogueAdminService({ db, clock, approvals, audit, staff, catalogue });
  const visaRequests = new VisaRequestService({ db, clock, audit, catalogue, fees });
  const inspector = new InspectionProcesses(resolve("dist/server/inspectionProcess.js"), log);
  const files = new FileService({
    db,
    clock,
    keys,
    store,
    links: new FileLinks(keys.linkKeys, clock),
    log,
    scanner: config.clamavSocket ? new ClamdScanner(config.clamavSocket) : noScanner,
    inspector,
  });
  const applicantFiles = new ApplicantFileService({ db, audit, staff, quota: config.uploadQuota });
  const consents = new ConsentService({ db, keys });
  const applicants = new ApplicantService({
    db,
    clock,
    audit,
    keys,
    catalogue,
    fileService: files,
    applicantFiles,
    consents,
    visaRequests,
  });
  const travelDates = new TravelDateService({ db, clock, audit, keys, visaRequests });
  const orderOpening = new OrderOpeningService({ db, gateway });
  const notifications = new NotificationService({
    db,
    clock,
    keys,
    sms,
    mail,
    log,
    brand,
    linkTo: (visaRequestId) => config.publicUrl + paths.application(visaRequestId),
  });
  const users = new UserService({ db, audit, codes: auth, sessions, notices: notifications });
  const corrections = new CorrectionService({
    db,
    clock,
    audit,
    keys,
    fileService: files,
    applicantFiles,
    applicants,
    visaRequests,
  });
  const correctionRequests = new CorrectionRequestService({
    db,
    clock,
    audit,
    keys,
    notifications,
    staff,
    cases,
  });
  const documentReviews = new DocumentReviewService({ db, clock, audit, keys, staff, cases });
  const mrz = new MrzService({ db, clock, audit, keys, staff, cases });
  const decisions = new DecisionService({
    db,
    clock,
    audit,
    keys,
    fileService: files,
    notifications,
    staff,
    cases,
  });
  const deadMessages = new DeadMessageService({ db, clock, audit, keys, staff });
  const settlement = new SettlementService({ db, clock, audit, gateway, log, notifications });
  const confirmations = new ConfirmationService({ db, gateway, limits, settlement, visaRequests });
  const orders = new OrderService({
    db,
    clock,
    audit,
    gateway,
    limits,
    orderOpening,
    visaRequests,
    brand,
    checkoutUrl: config.razorpay.checkoutUrl,
  });
  const outcome = new RefundOutcomeService({ clock, audit, notifications });
  const returnedMoney = new ReturnedMoneyService({ db, clock, audit, gateway, log, outcome });
  const refunds = new RefundService({ db, clock, gateway, log, outcome, returnedMoney });
  const refundDecisions = new RefundDecisionService({
    db,
    clock,
    audit,
    refunds,
    returnedMoney,
    visaRequests,
  });
  const moneyTasks = new MoneyTaskService({ db, clock, audit, staff, cases });
  const staffRefunds = new StaffRefundService({
    db,
    clock,
    approvals,
    keys,
    staff,
    cases,
    refunds,
    refundDecisions,
  });
  const approvalDecisions = new ApprovalDecisionService({
    db,
    approvals,
    catalogueAdmin,
    staff,
    staffRefunds,
  });
  const { supportEmail, supportPhone } = config;
  const receipts = new ReceiptService({
    db,
    links: new ReceiptLinks(keys.linkKeys, clock),
    staff,
    site: { brand, supportEmail, supportPhone },
  });
  const webhooks = new WebhookService({ db, clock, gateway, log, settlement, returnedMoney });
  const reconciler = new ReconcilerService({ db, clock, gateway, log, orderOpening, settlement });

  const accountExport = new AccountExportService({
    db,
    clock,
    audit,
    auth,
    users,
    links: new ExportLinks(keys.linkKeys, clock),
    sessions,
    applicants,
    consents,
    corrections,
    documentReviews,
    fileService: files,
    notifications,
    brand,
  });
  const accountErasure = new AccountErasureService({ db, clock, audit, auth, users, fileService: files });
  const retention = new RetentionService({ db, clock, audit, fileService: files });

  const siteInfo = {
    brand,
    supportEmail,
    supportPhone,
    workingHours: "09:00AM - 09:00PM",
    currency: "INR",
    serviceFee: fees.serviceFee,
    gstPercent: fees.gstPercent,
    paymentsMode: config.paymentsMode,
    uploadLimits: { maxFileBytes, maxFiles, maxRequestBytes },
  };
  return {
    accountErasure,
    accountExport,
    applicantFiles,
    applicants,
    approvalDecisions,
    approvals,
    audit,
    auth,
    caseAssignments,
    cases,
    catalogue,
    confirmations,
    consents,
    correctionRequests,
    corrections,
    deadMessages,
    decisions,
    documentReviews,
    catalogueAdmin,
    files,
    identity,
    limits,
    moneyTasks,
    mrz,
    notifications,
    orders,
    queue,
    receipts,
    reconciler,
    refundDecisions,
    refunds,
    retention,
    returnedMoney,
    secondFactors,
    sessions,
    siteInfo,
    staff,
    staffRefunds,
    travelDates,
    turns: new OperationTurns(),
    users,
    visaRequests,
    webhooks,
    store,
    isReady: () => db.isReady(),
    close: async () => {
      await webhooks.stop();
      await inspector.close();
      await db.close();
    },
  };
}

/** Loaded only where it is set: the mail client is much of a start. */
async function openSmtp(settings: SmtpSettings) {
  const { SmtpMail } = await import("./adapters/mail/smtpMail");
  return new SmtpMail(settings);
}
