/** Wires the services by hand with `new`, in order of their dependencies. The larger nouns wire their own services. */
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
import { AuditService } from "../modules/audit/audit.service";
import { wireAuth } from "../modules/auth/wireAuth";
import { wireCatalogue } from "../modules/catalogue/wireCatalogue";
import { ConsentService } from "../modules/consent/consent.service";
import { SignedLinks } from "../platform/http/signedLinks";
import { fileLinks, maxFileBytes, maxFiles, maxRequestBytes } from "../modules/file/file.rules";
import { FileService } from "../modules/file/file.service";
import { StoreMarkService } from "../modules/file/storeMark.service";
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
import { findApprovalRequest as findRequest } from "../modules/review/approval/approvalDecision.service";
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
import { beginRotation } from "../platform/db/dataKeyCheck";
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

/** The parts that a process's worlds share: the scheduler, and the processes that inspect files. */
interface SharedServices {
  inspector: InspectionProcesses;
  scheduler: OperationScheduler;
}

interface Opening {
  /** The services of the other world in this process. */
  beside?: SharedServices | undefined;
  /** True for a server, which joins the other processes on its database; false for a command. */
  isServer?: boolean;
}

/** Opens the database and the stores of `dataDir`, and wires the services; `close` closes them. */
export async function openServices(config: Config, log: Log, opening: Opening = {}) {
  const { beside } = opening;
  const first = await openFirst(config, log, opening);
  const { approvals, audit, clock, db, fileService, inspector, limits, peers, staff, store } = first;
  const nouns = await wireNouns(config, first);
  return {
    ...nouns,
    approvals,
    audit,
    files: fileService,
    leases: new JobLeases({ db, clock }),
    peers,
    limits,
    siteInfo: describeSite(config),
    staff,
    scheduler:
      beside?.scheduler ??
      new OperationScheduler(new FairScheduler({ countWrites: () => db.writesInFlight })),
    inspector,
    store,
    world: first.world,
    hasOtherWriters: db.hasOtherWriters,
    gauges: listGauges({ ...first, ...nouns }),
    isReady: () => db.isReady(),
    close: async () => {
      // If the database is unavailable, this process's row expires later.
      await peers.leave().catch(() => undefined);
      await nouns.webhooks.stop();
      await nouns.webhookDelivery.stop();
      if (!beside) await inspector.close();
      // A shutdown must not fail if usage counts cannot be stored.
      await nouns.partnerUsage.flush().catch(() => undefined);
      await db.close();
    },
  };
}

/** Opens the parts that every noun needs. */
async function openFirst(config: Config, log: Log, { beside, isServer = false }: Opening) {
  const platform = await openAdapters(config, log, isServer);
  const { clock, db, keys } = platform;
  const settings = {
    database: config.isTestWorld ? "TEST_DATABASE_URL" : "DATABASE_URL",
    store: config.bucket ? "FILES" : "DATA_DIR",
  };
  const storeMark = new StoreMarkService({ ...platform, settings });
  const peers = new PeerProcesses(
    { ...platform, storeMark },
    {
      // The data key comes first: with another key all hashes would differ, and an error would name the wrong setting.
      agreed: {
        DATA_KEY: config.dataKey,
        JWT_SECRET: config.jwtSecret,
        STAFF_PHONES: config.staffPhones.toSorted().join(),
      },
      storeSetting: settings.store,
    },
  );
  // Runs before anything is written with the key.
  if (isServer) {
    await peers.join();
    await beginRotation(db, keys);
  }
  await encryptClearComments(db, keys);
  const audit = await AuditService.open(platform);
  const requiresSecondFactor = config.staffSecondFactor === "totp";
  const staff = new StaffService({ ...platform, requiresSecondFactor });
  const aboveInr = config.approvalAboveInr;
  const inspector =
    beside?.inspector ?? new InspectionProcesses(resolve("dist/server/inspectionProcess.js"), log);
  const links = new SignedLinks(keys.linkKeys, clock, fileLinks, platform.world.basePath);
  const fileService = new FileService({ ...platform, links, inspector, storeMark });
  const approvals = new ApprovalService({ ...platform, aboveInr, audit, fileService, findRequest, staff });
  const limits = new RateLimits(db);
  return { ...platform, approvals, audit, fileService, inspector, limits, peers, staff };
}

async function wireNouns(config: Config, first: Awaited<ReturnType<typeof openFirst>>) {
  const { clock, keys } = first;
  const { brand, fees, smsCountries } = config;
  const linkToHandover = (token: string) => config.publicUrl + paths.take(token);
  const linkTo = (visaRequestId: string) => config.publicUrl + paths.application(visaRequestId);
  const catalogue = await wireCatalogue(first, summarisePriceAt(fees));
  const notification = wireNotification(first, { brand, linkTo });
  const partnerEvents = new PartnerEventService({ ...first, isTest: config.isTestWorld });
  const visaRequests = new VisaRequestService({ ...first, ...catalogue, fees, partnerEvents });
  const accounts = new UserAccountService();
  const consents = new ConsentService(first);
  const partnerAccess = new PartnerAccessService(first);
  const partnerMembers = new PartnerMemberService({ ...first, accounts, smsCountries });
  const partnerUsage = new PartnerUsageService(first);
  const partner = { partnerAccess, partnerEvents, partnerMembers, partnerUsage };
  const earlier = { ...first, ...catalogue, ...notification, ...partner, accounts, consents, visaRequests };
  const webhook = wireWebhook(earlier, { brand });
  const auth = wireAuth({ ...earlier, history: new AccountHistoryService(earlier) }, config);
  const { codes, sessions } = auth;
  const notices = notification.messageDelivery;
  const users = new UserService({ ...earlier, codes, sessions, notices });
  const applicant = wireApplicant(earlier, config);
  const payment = wirePayment(earlier, config);
  const review = wireReview({ ...earlier, ...applicant, ...payment });
  const inner = { ...earlier, ...auth, ...applicant, ...review };
  const retention = new RetentionService(inner);
  const known = { ...inner, retention, users, brand };
  const accountErasure = new AccountErasureService(known);
  const staffRoster = new StaffRosterService(known);
  const partnerServices = wirePartner({ ...earlier, codes });
  const sandboxPayer = new SandboxPayer(config.razorpay, config.providerTimeoutMs);
  const exportLinksOf = new SignedLinks(keys.linkKeys, clock, exportLinks, first.world.basePath);
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
    accountExport: new AccountExportService({ ...known, links: exportLinksOf }),
    consents,
    handovers: new HandoverService({ ...earlier, linkToHandover }),
    partnerApplications: new PartnerApplicationService(first),
    retention,
    secondFactors: new SecondFactorService(known),
    staffRoster,
    users,
    visaRequests,
  };
}

const describeSite = (config: Config) => ({
  brand: config.brand,
  supportEmail: config.supportEmail,
  supportPhone: config.supportPhone,
  company: config.company,
  workingHours,
  currency: "INR",
  ...config.fees,
  paymentsMode: config.paymentsMode,
  uploadLimits: { maxFileBytes, maxFiles, maxRequestBytes },
  apiRelease: readReleaseDay(resolve("schema")),
  hasTestWorld: config.testMode === "on",
});
