/** Who is wired to whom. Plain `new`, in the order of the arrows. */
import { join } from "node:path";
import { paths } from "../client/paths";
import { KeyRing } from "./adapters/crypto/keyRing";
import { DiskFileStore } from "./adapters/fileStore/diskFileStore";
import { SessionTokens } from "./adapters/jwt/sessionTokens";
import { OutboxMail } from "./adapters/mail/outboxMail";
import { SmtpMail } from "./adapters/mail/smtpMail";
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
import { ApplicantService } from "./modules/applicant/applicant.service";
import { CorrectionService } from "./modules/review/correction/correction.service";
import { AuditService } from "./modules/audit/audit.service";
import { AddressLimits } from "./modules/auth/addressLimits.service";
import { AuthService } from "./modules/auth/auth.service";
import { CatalogueCareService } from "./modules/catalogue/catalogueAdmin.service";
import { CatalogueService } from "./modules/catalogue/catalogue.service";
import { FileLinks } from "./modules/file/file.links";
import { maxFileBytes, maxFiles, maxRequestBytes } from "./modules/file/file.rules";
import { FileService } from "./modules/file/file.service";
import { MessageDeskService } from "./modules/notification/deadMessage.service";
import { NotificationService } from "./modules/notification/notification.service";
import { OrderOpeningService } from "./modules/payment/order/orderOpening.service";
import { PaymentService } from "./modules/payment/order/order.service";
import { ReceiptLinks } from "./modules/payment/receipt/receipt.links";
import { ReceiptService } from "./modules/payment/receipt/receipt.service";
import { ReconcilerService } from "./modules/payment/settlement/reconciler.service";
import { RefundService } from "./modules/payment/refund/refund.service";
import { RefundDecisionService } from "./modules/payment/refund/refundDecision.service";
import { StaffRefundService } from "./modules/review/refund/staffRefund.service";
import { SettlementService } from "./modules/payment/settlement/settlement.service";
import { WebhookService } from "./modules/payment/webhook/webhook.service";
import { RetentionService } from "./modules/retention/retention.service";
import { CaseWorkService } from "./modules/review/case/caseAssignment.service";
import { DecisionService } from "./modules/review/decision/decision.service";
import { DeskService } from "./modules/review/case/case.service";
import { ReviewService } from "./modules/review/document/documentReview.service";
import { StaffService } from "./modules/staff/staff.service";
import { UserService } from "./modules/user/user.service";
import { summarisePriceAt } from "./modules/visaRequest/pricing.rules";
import { VisaRequestService } from "./modules/visaRequest/visaRequest.service";
import type { Clock, Log } from "./ports";

export type Services = Awaited<ReturnType<typeof openServices>>;

/** Opens the database and the stores of `dataDir`, and wires the services; `close` is the way back. */
export async function openServices(config: Config, log: Log) {
  const clock: Clock = { now: () => new Date() };
  const keys = new KeyRing(config.dataKey, config.dataKeyPrevious);
  const db = await Database.open(config.databaseFile);
  await checkDataKey(db, keys);

  const store = new DiskFileStore({ folder: join(config.dataDir, "files"), keys });
  const sms = config.msg91 ? new Msg91Sms(config.msg91) : new OutboxSms(config.dataDir, clock);
  const mail = config.smtp ? new SmtpMail(config.smtp) : new OutboxMail(config.dataDir, clock);
  const gateway = new RazorpayGateway(config.razorpay, { log });
  const { brand, fees } = config;

  const audit = await AuditService.open({ db, clock, keys });
  const catalogue = await CatalogueService.open(db, summarisePriceAt(fees));
  const auth = new AuthService({
    db,
    clock,
    audit,
    sms,
    keys,
    brand,
    tokens: new SessionTokens(config.jwtSecret),
    limits: new AddressLimits(),
  });
  const staff = new StaffService({ db, clock, audit });
  const desk = new DeskService({ db, clock, audit, keys, staff });
  const caseWork = new CaseWorkService({ db, clock, audit, keys, staff, desk });
  const catalogueCare = new CatalogueCareService({ db, clock, audit, staff, catalogue });
  const users = new UserService({ db, audit, logins: auth });
  const visaRequests = new VisaRequestService({ db, clock, audit, catalogue, fees });
  const files = new FileService({
    db,
    clock,
    keys,
    store,
    links: new FileLinks(keys.linkKeys, clock),
    log,
    scanner: config.clamavSocket ? new ClamdScanner(config.clamavSocket) : noScanner,
  });
  const applicantFiles = new ApplicantFileService({ db, audit, staff, quota: config.uploadQuota });
  const applicants = new ApplicantService({
    db,
    clock,
    audit,
    keys,
    fileService: files,
    applicantFiles,
    visaRequests,
  });
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
  const review = new ReviewService({ db, clock, audit, keys, notifications, staff, desk });
  const decisions = new DecisionService({
    db,
    clock,
    audit,
    keys,
    fileService: files,
    notifications,
    staff,
    desk,
  });
  const messageDesk = new MessageDeskService({ db, clock, audit, keys, staff });
  const settlement = new SettlementService({ db, clock, audit, gateway, log, notifications });
  const payments = new PaymentService({
    db,
    clock,
    audit,
    gateway,
    orderOpening,
    settlement,
    visaRequests,
    brand,
    checkoutUrl: config.razorpay.checkoutUrl,
  });
  const refunds = new RefundService({ db, clock, audit, gateway, log, notifications });
  const refundDecisions = new RefundDecisionService({ db, clock, audit, refunds, visaRequests });
  const staffRefunds = new StaffRefundService({ db, clock, keys, staff, desk, refunds, refundDecisions });
  const { supportEmail, supportPhone } = config;
  const receipts = new ReceiptService({
    db,
    links: new ReceiptLinks(keys.linkKeys, clock),
    staff,
    site: { brand, supportEmail, supportPhone },
  });
  const webhooks = new WebhookService({ db, clock, gateway, log, settlement, refunds });
  const reconciler = new ReconcilerService({ db, clock, gateway, log, orderOpening, settlement });

  const accountExport = new AccountExportService({
    db,
    clock,
    audit,
    links: new ExportLinks(keys.linkKeys, clock),
    applicants,
    corrections,
    review,
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
    audit,
    auth,
    caseWork,
    catalogue,
    corrections,
    decisions,
    desk,
    catalogueCare,
    files,
    messageDesk,
    notifications,
    payments,
    receipts,
    reconciler,
    refundDecisions,
    refunds,
    retention,
    review,
    siteInfo,
    staff,
    staffRefunds,
    users,
    visaRequests,
    webhooks,
    store,
    isReady: () => db.isReady(),
    close: async () => {
      await webhooks.stop();
      await db.close();
    },
  };
}
