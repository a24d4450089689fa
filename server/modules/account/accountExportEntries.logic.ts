/** The entries of an account export. At most one application or file is in memory at a time. */
import type { EntityManager } from "typeorm";
import type { Database } from "../../platform/db/database";
import type { ApplicantService } from "../applicant/applicant.service";
import type { KeptApplicantService } from "../applicant/kept/keptApplicant.service";
import type { ConsentService } from "../consent/consent.service";
import type { ApplicantView } from "../applicant/applicant.view";
import { describeRequired } from "../applicant/documents/neededDocuments.rules";
import type { CorrectionService } from "../review/correction/correction.service";
import type { AuditService } from "../audit/audit.service";
import { findCodes, findLogins } from "../auth/auth.reads";
import type { StoredFileEntity } from "../file/file.entity";
import { findFilesByApplicants } from "../file/file.reads";
import { fileExtensions } from "../file/file.rules";
import type { FileService } from "../file/file.service";
import type { NotificationService } from "../notification/notification.service";
import type { PartnerMemberService } from "../partner/partnerMember.service";
import type { DocumentReviewService } from "../review/document/documentReview.service";
import { findOrders, findUntakenPayments } from "../payment/payment.reads";
import { findDisputesByPayments, findLedger } from "../payment/refund/refund.reads";
import type { UserEntity } from "../user/user.entity";
import { findAllRequestsByUser } from "../visaRequest/visaRequest.reads";
import type { VisaRequestService } from "../visaRequest/visaRequest.service";

export interface ExportSources {
  db: Database;
  audit: AuditService;
  applicants: ApplicantService;
  consents: ConsentService;
  corrections: CorrectionService;
  documentReviews: DocumentReviewService;
  fileService: FileService;
  keptApplicants: Pick<KeptApplicantService, "findConsentForExport" | "findForExport">;
  notifications: NotificationService;
  partnerMembers: Pick<PartnerMemberService, "listMemberships">;
  visaRequests: VisaRequestService;
}

/** One file of the ZIP. A large text is a generator that yields it in parts. */
export interface ExportEntry {
  name: string;
  content: string | Buffer | (() => AsyncGenerator<string>);
}

/** The folder of applicants kept for the next application. */
const keptFolder = "kept";

const readMe = (brand: string) => `What ${brand} stores about you.

account.json   your profile, logins, messages, partners you manage, applicants you keep, applications with their travellers, and payments
activity.json  who saw or changed what, oldest first
files/         the photos, passport pages, documents and visas, by the reference number of the application;
               those of applicants that you keep for the next one in files/${keptFolder}

A file that is removed during the download is missing, although account.json names it.
The .json files are plain text: any text editor or browser opens them.
Amounts of orders, payments, refunds and disputes are in paise, all others in rupees. Times are in UTC.
`;

/** Maximum number of audit events in memory at a time. */
const eventsPerPage = 500;

export async function* exportEntries(
  user: UserEntity,
  brand: string,
  sources: ExportSources,
): AsyncGenerator<ExportEntry> {
  const { db, applicants, fileService, keptApplicants } = sources;
  yield { name: "README.txt", content: readMe(brand) };
  yield { name: "account.json", content: () => accountText(user, sources) };
  yield { name: "activity.json", content: () => activityText(user.userId, sources) };
  for (const { visaRequestId, visaReferenceNo } of await findAllRequestsByUser(db.read, user.userId)) {
    const travellers = await applicants.findByRequests([visaRequestId]);
    for (const [index, { visaApplicantId, waitingVisa }] of travellers.entries())
      for (const file of await findFilesByApplicants(db.read, [visaApplicantId]))
        if (file.fileId !== waitingVisa?.fileId) yield* fileEntry(visaReferenceNo, index, file, fileService);
  }
  for (const [index, { files }] of (await keptApplicants.findForExport(user.userId)).entries())
    for (const file of files) yield* fileEntry(keptFolder, index, file, fileService);
}

/** Yields nothing if the file was removed meanwhile. */
async function* fileEntry(
  folder: string,
  index: number,
  file: StoredFileEntity,
  fileService: FileService,
): AsyncGenerator<ExportEntry> {
  const content = await fileService.findBytes(file);
  if (content) yield { name: entryName(folder, index, file), content };
}

async function* accountText(user: UserEntity, sources: ExportSources): AsyncGenerator<string> {
  const { db, keptApplicants, notifications, partnerMembers, applicants, visaRequests } = sources;
  const { userId, name, phoneNumber, email, createdAt } = user;
  const kept = (await keptApplicants.findForExport(userId)).map(({ view, files }, index) => ({
    ...view,
    files: files.map((file) => ({
      purpose: file.purpose,
      inThisDownload: entryName(keptFolder, index, file),
    })),
  }));
  const account = {
    profile: { userId, name, phoneNumber, email, createdAt },
    logins: await findLogins(db.read, userId),
    codesSent: await findCodes(db.read, phoneNumber),
    messages: await notifications.listTo(userId),
    partners: await partnerMembers.listMemberships(db.read, userId),
    keepingConsent: (await keptApplicants.findConsentForExport(userId)) ?? null,
    keptApplicants: kept,
  };
  // The applications are appended to the same JSON object, one at a time.
  yield `${pretty(account).slice(0, -"\n}".length)},\n"applications": [`;
  let separator = "\n";
  for (const row of await findAllRequestsByUser(db.read, userId)) {
    // Omits the assigned staff member and the partner's reference, which are not the user's data.
    const { assignedStaffId: _staff, assignedAt: _assigned, externalReference: _partners, ...request } = row;
    const { visaRequestId, visaReferenceNo } = request;
    const timeline = await visaRequests.findTimelines([visaRequestId]);
    const travellers = await applicants.findByRequests([visaRequestId]);
    const described = travellers.map((view, index) =>
      describeTraveller(view, visaReferenceNo, index, sources),
    );
    const application = {
      ...request,
      timeline: timeline.map(({ at, status, note }) => ({ at, status, note })),
      travellers: await Promise.all(described),
      ...(await findMoney(db.read, visaRequestId)),
    };
    yield separator + pretty(application);
    separator = ",\n";
  }
  yield "\n]\n}\n";
}

async function findMoney(db: EntityManager, visaRequestId: string) {
  const { payments, refunds } = await findLedger(db, visaRequestId);
  const shown = refunds.map(({ razorpayPaymentId, amount, state, createdAt, doneAt }) => ({
    razorpayPaymentId,
    amount,
    state,
    createdAt,
    doneAt,
  }));
  const paymentIds = payments.map(({ razorpayPaymentId }) => razorpayPaymentId);
  return {
    orders: await findOrders(db, visaRequestId),
    payments,
    paymentsNotTaken: await findUntakenPayments(db, [visaRequestId]),
    refunds: shown,
    disputes: await findDisputesByPayments(db, paymentIds),
  };
}

async function* activityText(userId: string, { audit, db }: ExportSources): AsyncGenerator<string> {
  yield "[";
  let separator = "\n";
  let after = 0;
  const all = await findAllRequestsByUser(db.read, userId);
  const followed = all.filter(({ followerId }) => followerId === userId);
  // Includes newer accounts that were merged into this one.
  const ownerUserIds = [...(await audit.findAccountsByActor(db.read, [userId])).keys()];
  const whose = { ownerUserIds, followed: followed.map(({ visaRequestId }) => visaRequestId) };
  for (;;) {
    const events = await audit.findEventsAfter(db.read, whose, { after, limit: eventsPerPage });
    for (const { at, actorKind, actorId, action, subjectKind, subjectId, visaRequestId, details } of events) {
      // Omits the id of the staff member who acted, which is not the user's data.
      const actor = actorKind === "USER" && ownerUserIds.includes(actorId!) ? "YOU" : actorKind;
      const event = { at, actor, action, subjectKind, subjectId, visaRequestId, details: parse(details) };
      yield separator + JSON.stringify(event);
      separator = ",\n";
    }
    const last = events.at(-1);
    if (!last) break;
    after = last.sequence;
  }
  yield "\n]\n";
}

async function describeTraveller(
  view: ApplicantView,
  visaReferenceNo: string,
  index: number,
  { consents, corrections, documentReviews }: ExportSources,
) {
  const { photo, passportFront, passportBack, documents, requiredDocuments, approvedVisa, ...rest } = view;
  const { waitingVisa: _waiting, ...details } = rest;
  const sent = [photo, passportFront, passportBack, ...documents];
  // Omits the reviewer's identity, which is not the user's data.
  const reviews = await documentReviews.listReviews(sent.map(({ fileId }) => fileId));
  const files = [...sent, ...(approvedVisa ? [approvedVisa] : [])].map((file) => ({
    purpose: file.purpose,
    sentAs: file.imageName,
    bytes: file.size,
    saidOfIt: reviews
      .filter(({ fileId }) => fileId === file.fileId)
      .map(({ isAccepted, reason, note, at }) => ({ isAccepted, reason, note, at })),
    inThisDownload: entryName(visaReferenceNo, index, file),
    ...(file.purpose === "DOCUMENT" && { documentName: file.documentName }),
  }));
  const given = await consents.findByApplicants([view.visaApplicantId]);
  const shown = given.map(({ visaApplicantId: _of, ...consent }) => consent);
  const required = requiredDocuments.map(describeRequired);
  const askedFor = await corrections.listAll(view.visaApplicantId);
  return { ...details, requiredDocuments: required, consents: shown, askedFor, files };
}

/** Returns a name that is valid on every file system; account.json has the original name. */
function entryName(
  visaReferenceNo: string,
  index: number,
  { purpose, position, contentType }: Pick<StoredFileEntity, "purpose" | "position" | "contentType">,
): string {
  const kind = purpose.toLowerCase().replaceAll("_", "-");
  const number = purpose === "DOCUMENT" ? `-${position + 1}` : "";
  return `files/${visaReferenceNo}/applicant-${index + 1}-${kind}${number}.${fileExtensions[contentType][0]}`;
}

function pretty(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

function parse(details: string | null): unknown {
  return details ? JSON.parse(details) : null;
}
