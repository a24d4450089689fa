/** Wires the services by hand with `new`, in order of their dependencies. The larger nouns wire their own. */
import { resolve } from "node:path";
import { paths } from "../../client/paths";
import type { Log } from "../core/ports";
import { AccountErasureService } from "../modules/account/accountErasure.service";
import { AccountExportService } from "../modules/account/accountExport.service";
import { exportLinks } from "../modules/account/account.rules";
import { encryptClearComments } from "../modules/applicant/clearComments.logic";
import { AccountHistoryService } from "../modules/applicant/accountHistory.service";
import { wireApplicant } from "../modules/applicant/wireApplicant";
import { ApprovalService } from "../modules/approval/approval.service";
import { OpenApprovals } from "../modules/approval/openApprovals.service";
import { AuditService } from "../modules/audit/audit.service";
import { wireAuth } from "../modules/auth/wireAuth";
import { wireCatalogue } from "../modules/catalogue/wireCatalogue";
import { ConsentService } from "../modules/consent/consent.service";
import { SignedLinks } from "../platform/http/signedLinks";
import { fileLinks, maxFileBytes, maxFiles, maxRequestBytes } from "../modules/file/file.rules";
import { FileService } from "../modules/file/file.service";
import { InspectionProcesses } from "../modules/file/inspection/InspectionProcesses";
import { wireNotification } from "../modules/notification/wireNotification";
import { PartnerAccessService } from "../modules/partner/partnerAccess.service";
import { PartnerEventService } from "../modules/partner/event/partnerEvent.service";
import { PartnerMemberService } from "../modules/partner/partnerMember.service";
import { PartnerUsageService } from "../modules/partner/partnerUsage.service";
import { wirePartner } from "../modules/partner/wirePartner";
import { wireWebhook } from "../modules/partner/webhook/wireWebhook";
import { wirePayment } from "../modules/payment/wirePayment";
import { RetentionService } from "../modules/retention/retention.service";
import { wireReview } from "../modules/review/wireReview";
import { SecondFactorService } from "../modules/staff/secondFactor.service";
import { StaffRosterService } from "../modules/staff/staffRoster.service";
import { StaffService } from "../modules/staff/staff.service";
import { wireTestWorld } from "../modules/testWorld/wireTestWorld";
import { UserService } from "../modules/user/user.service";
import { UserAccountService } from "../modules/user/userAccount.service";
import { summarisePriceAt } from "../modules/visaRequest/pricing.rules";
import { HandoverService } from "../modules/visaRequest/handover/handover.service";
import { PartnerApplicationService } from "../modules/visaRequest/partnerApplication.service";
import { VisaRequestService } from "../modules/visaRequest/visaRequest.service";
import { SandboxPayer } from "../platform/adapters/razorpay/SandboxPayer";
import { JobLeases } from "../platform/db/JobLeases";
import { readReleaseDay } from "../platform/graphql/sdl";
import { FairScheduler } from "../platform/rateLimiting/scheduling/FairScheduler";
import { OperationScheduler } from "../platform/rateLimiting/scheduling/OperationScheduler";
import { PeerProcesses } from "../platform/process/PeerProcesses";
import { RateLimits } from "../platform/rateLimiting/RateLimits";
import { workingHours } from "./companySettings";
import type { Config } from "./config";
import { listGauges } from "./gauges";
import { openAdapters } from "./openAdapters";

export type Services = Awaited<ReturnType<typeof openServices>>;

/** Shared by the worlds of a process: its thread, and its processes that inspect files. */
interface SharedServices {
  inspector: InspectionProcesses;
  scheduler: OperationScheduler;
}

/** Opens the database and wires the services. `beside`: the services of the other world in this process. */
export async function openServices(config: Config, log: Log, beside?: SharedServices) {
  const platform = await openAdapters(config, log);
  const { clock, db, keys, store } = platform;
  await encryptClearComments(db, keys);
  const { brand, fees, jwtSecret, staffPhones } = config;
  const peers = new PeerProcesses(platform, {
    agreed: { JWT_SECRET: jwtSecret, STAFF_PHONES: staffPhones.toSorted().join() },
    storeSetting: config.bucket ? "FILES" : "DATA_DIR",
  });
  const limits = new RateLimits(db);
  const linkToHandover = (token: string) => config.publicUrl + paths.take(token);
  const linkTo = (visaRequestId: string) => config.publicUrl + paths.application(visaRequestId);

  const audit = await AuditService.open(platform);
  const openApprovals = new OpenApprovals({ audit, clock });
  const requiresSecondFactor = config.staffSecondFactor === "totp";
  const staff = new StaffService({ ...platform, requiresSecondFactor });
  const approvals = new ApprovalService({ ...platform, audit, staff, aboveInr: config.approvalAboveInr });
  const inspector =
    beside?.inspector ?? new InspectionProcesses(resolve("dist/server/inspectionProcess.js"), log);
  const links = new SignedLinks(keys.linkKeys, clock, fileLinks, platform.world.basePath);
  const fileService = new FileService({ ...platform, links, inspector });
  const first = { ...platform, approvals, audit, fileService, limits, openApprovals, staff };
  const catalogue = await wireCatalogue(first, summarisePriceAt(fees));
  const notification = wireNotification(first, { brand, linkTo });
  const partnerEvents = new PartnerEventService({ ...platform, isTest: config.isTestWorld });
  const visaRequests = new VisaRequestService({ ...first, ...catalogue, fees, partnerEvents });
  const accounts = new UserAccountService();
  const consents = new ConsentService(first);
  const partnerAccess = new PartnerAccessService(first);
  const partnerMembers = new PartnerMemberService({ ...first, accounts });
  const partnerUsage = new PartnerUsageService(first);
  const partner = { partnerAccess, partnerEvents, partnerMembers, partnerUsage };
  const earlier = { ...first, ...catalogue, ...notification, ...partner, accounts, consents, visaRequests };
  const webhook = wireWebhook(earlier, { brand });
  const auth = wireAuth({ ...earlier, history: new AccountHistoryService(earlier) }, config);
  const users = new UserService({
    ...first,
    approvals: openApprovals,
    codes: auth.loginCodes,
    sessions: auth.sessions,
    notices: notification.messageDelivery,
  });
  const applicant = wireApplicant(earlier, config);
  const payment = wirePayment(earlier, config);
  const review = wireReview({ ...earlier, ...applicant, ...payment });
  const inner = { ...earlier, ...auth, ...applicant, ...review };
  const retention = new RetentionService(inner);
  const known = { ...inner, codes: auth.loginCodes, retention, users, brand };

  const accountErasure = new AccountErasureService(known);
  const staffRoster = new StaffRosterService(known);
  const partnerServices = wirePartner({ ...earlier, codes: auth.loginCodes });
  const sandboxPayer = new SandboxPayer(config.razorpay, config.providerTimeoutMs);

  return {
    ...catalogue,
    ...notification,
    ...auth,
    ...partner,
    ...partnerServices,
    ...wireTestWorld({ ...known, ...partnerServices, ...payment, accountErasure, sandboxPayer, staffRoster }),
    ...webhook,
    ...applicant,
    ...payment,
    ...review,
    accountErasure,
    accountExport: new AccountExportService({
      ...known,
      links: new SignedLinks(keys.linkKeys, clock, exportLinks, platform.world.basePath),
    }),
    approvals,
    audit,
    consents,
    files: fileService,
    leases: new JobLeases({ db, clock }),
    handovers: new HandoverService({ ...earlier, linkToHandover }),
    partnerApplications: new PartnerApplicationService(first),
    peers,
    limits,
    retention,
    secondFactors: new SecondFactorService(known),
    siteInfo: describeSite(config),
    staff,
    staffRoster,
    scheduler:
      beside?.scheduler ??
      new OperationScheduler(new FairScheduler({ countWrites: () => db.writesInFlight })),
    inspector,
    users,
    visaRequests,
    store,
    hasOtherWriters: db.hasOtherWriters,
    gauges: listGauges({ db, audit, inspector, ...notification, ...payment, ...webhook }),
    isReady: () => db.isReady(),
    close: async () => {
      // If the database is unavailable, the row of this process expires.
      await peers.leave().catch(() => undefined);
      await payment.webhooks.stop();
      await webhook.webhookDelivery.stop();
      if (!beside) await inspector.close();
      // Statistics: a shutdown does not fail because of them.
      await partnerUsage.flush().catch(() => undefined);
      await db.close();
    },
  };
}

const describeSite = ({
  brand,
  company,
  fees,
  paymentsMode,
  testMode,
  supportEmail,
  supportPhone,
}: Config) => ({
  brand,
  supportEmail,
  supportPhone,
  company,
  workingHours,
  currency: "INR",
  serviceFee: fees.serviceFee,
  gstPercent: fees.gstPercent,
  paymentsMode,
  uploadLimits: { maxFileBytes, maxFiles, maxRequestBytes },
  apiRelease: readReleaseDay(resolve("schema")),
  hasTestWorld: testMode === "on",
});
