/** Wires the services with plain `new`, in order of their dependencies. Two large nouns are in `wiring/`. */
import { resolve } from "node:path";
import { paths } from "../../client/paths";
import { SessionTokens } from "../platform/adapters/jwt/sessionTokens";
import type { Config } from "./config";
import { JobLeases } from "../platform/db/JobLeases";
import { AccountErasureService } from "../modules/account/accountErasure.service";
import { AccountExportService } from "../modules/account/accountExport.service";
import { ExportLinks } from "../modules/account/accountExport.links";
import { ApplicantFileService } from "../modules/applicant/applicantFile.service";
import { PastPapers } from "../modules/applicant/pastPapers.service";
import { DocumentReminderService } from "../modules/applicant/documents/documentReminder.service";
import { ConsentService } from "../modules/consent/consent.service";
import { ApplicantService } from "../modules/applicant/applicant.service";
import { sealClearComments } from "../modules/applicant/clearComments.service";
import { TravelDateService } from "../modules/applicant/travelDate.service";
import { AuditService } from "../modules/audit/audit.service";
import { AddressLimits } from "../modules/auth/addressLimits.service";
import { AuthService } from "../modules/auth/auth.service";
import { DeviceChecks } from "../modules/auth/deviceCheck.service";
import { IdentityService } from "../modules/auth/identity.service";
import { LoginCodeService } from "../modules/auth/loginCode.service";
import { SmsBudgetService } from "../modules/auth/smsBudget.service";
import { SessionService } from "../modules/auth/session.service";
import { CatalogueAdminService } from "../modules/catalogue/catalogueAdmin.service";
import { CatalogueService } from "../modules/catalogue/catalogue.service";
import { FileLinks } from "../modules/file/file.links";
import { maxFileBytes, maxFiles, maxRequestBytes } from "../modules/file/file.rules";
import { FileService } from "../modules/file/file.service";
import { InspectionProcesses } from "../modules/file/inspection/InspectionProcesses";
import { DeadMessageService } from "../modules/notification/deadMessage.service";
import { MessageDelivery } from "../modules/notification/messageDelivery.service";
import { NotificationService } from "../modules/notification/notification.service";
import { RetentionService } from "../modules/retention/retention.service";
import { SecondFactorService } from "../modules/staff/secondFactor.service";
import { ApprovalService } from "../modules/approval/approval.service";
import { OpenApprovals } from "../modules/approval/openApprovals.service";
import { StaffService } from "../modules/staff/staff.service";
import { UserService } from "../modules/user/user.service";
import { summarisePriceAt } from "../modules/visaRequest/pricing.rules";
import { VisaRequestService } from "../modules/visaRequest/visaRequest.service";
import type { Log } from "../core/ports";
import { FairScheduler } from "../platform/rateLimiting/FairScheduler";
import { OperationTurns } from "../platform/rateLimiting/OperationTurns";
import { PersonLimits } from "../platform/rateLimiting/personLimits";
import { openAdapters } from "./wiring/openAdapters";
import { wirePayment } from "./wiring/wirePayment";
import { wireReview } from "./wiring/wireReview";

export type Services = Awaited<ReturnType<typeof openServices>>;

/** Opens the database and the stores of `dataDir`, and wires the services; `close` closes them. */
export async function openServices(config: Config, log: Log) {
  const adapters = await openAdapters(config, log);
  const { clock, db, keys, mail, scanner, sms, store } = adapters;
  await sealClearComments(db, keys);
  const { brand, fees } = config;
  const limits = new PersonLimits(db);

  const audit = await AuditService.open({ db, clock, keys });
  const catalogue = await CatalogueService.open(db, summarisePriceAt(fees));
  const openApprovals = new OpenApprovals({ audit, clock });
  const staff = new StaffService({
    db,
    clock,
    audit,
    openApprovals,
    wantsSecondFactor: config.staffSecondFactor === "totp",
  });
  const secondFactors = new SecondFactorService({ db, clock, audit, keys, staff, brand });
  const tokens = new SessionTokens(config.jwtSecret);
  const sessions = new SessionService({ db, clock, audit, tokens, staff });
  const papers = new PastPapers(keys);
  const identity = new IdentityService({ db, clock, audit, openApprovals, sessions, staff, papers });
  const addressLimits = new AddressLimits(db);
  const loginCodes = new LoginCodeService({
    db,
    clock,
    audit,
    sms,
    smsBudget: new SmsBudgetService({ log, budget: config.smsBudget, countries: config.smsCountries }),
    deviceChecks: new DeviceChecks({ db, clock, keys }),
    keys,
    brand,
    limits: addressLimits,
  });
  const auth = new AuthService({ clock, codes: loginCodes, limits: addressLimits, identity, sessions });
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
    scanner,
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
  const notifications = new NotificationService({ db, clock, keys });
  const documentReminders = new DocumentReminderService({ db, clock, keys, notifications });
  const messageDelivery = new MessageDelivery({
    db,
    clock,
    keys,
    sms,
    mail,
    log,
    brand,
    linkTo: (visaRequestId) => config.publicUrl + paths.application(visaRequestId),
  });
  const users = new UserService({
    db,
    audit,
    approvals: openApprovals,
    codes: loginCodes,
    sessions,
    notices: messageDelivery,
  });
  const deadMessages = new DeadMessageService({ db, clock, audit, keys, staff });
  const payment = wirePayment({ adapters, config, audit, limits, notifications, staff, visaRequests });
  const { refundDecisions, refunds, webhooks } = payment;
  const review = wireReview({
    adapters,
    applicantFiles,
    applicants,
    approvals,
    audit,
    catalogueAdmin,
    fileService: files,
    notifications,
    refundDecisions,
    refunds,
    staff,
    visaRequests,
  });
  const { corrections, documentReviews } = review;
  const { supportEmail, supportPhone } = config;

  const accountExport = new AccountExportService({
    db,
    clock,
    audit,
    codes: loginCodes,
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
  const accountErasure = new AccountErasureService({
    db,
    clock,
    audit,
    codes: loginCodes,
    users,
    openApprovals,
    fileService: files,
  });
  const retention = new RetentionService({ db, clock, audit, fileService: files });

  const siteInfo = {
    brand,
    supportEmail,
    supportPhone,
    company: config.company,
    workingHours: "09:00AM - 09:00PM",
    currency: "INR",
    serviceFee: fees.serviceFee,
    gstPercent: fees.gstPercent,
    paymentsMode: config.paymentsMode,
    uploadLimits: { maxFileBytes, maxFiles, maxRequestBytes },
  };
  return {
    ...payment,
    ...review,
    accountErasure,
    accountExport,
    applicantFiles,
    applicants,
    approvals,
    audit,
    auth,
    catalogue,
    consents,
    deadMessages,
    documentReminders,
    catalogueAdmin,
    files,
    identity,
    leases: new JobLeases({ db, clock }),
    limits,
    loginCodes,
    messageDelivery,
    retention,
    secondFactors,
    sessions,
    siteInfo,
    staff,
    travelDates,
    turns: new OperationTurns(new FairScheduler({ countWrites: () => db.writesUnderWay })),
    users,
    visaRequests,
    store,
    isDatabaseShared: db.isShared,
    isReady: () => db.isReady(),
    close: async () => {
      await webhooks.stop();
      await inspector.close();
      await db.close();
    },
  };
}
