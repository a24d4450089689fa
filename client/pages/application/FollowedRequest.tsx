import {
  countDocuments,
  neededDocumentsText,
} from "../../../server/modules/applicant/documents/neededDocuments.rules";
import { isRefundedUnreviewed } from "../../../server/modules/review/refund/moneyTask.rules";
import { findApproved, ReadyVisas } from "../../applicant/visa/ReadyVisas";
import { DocumentsNeeded } from "../../applicant/documents/DocumentsNeeded";
import { KeepApplicants } from "../../applicant/kept/KeepApplicants";
import { AccessLog } from "../../audit/AccessLog";
import card from "../../components/Card.module.css";
import { fileKinds } from "../../file/fileKinds";
import { formatDay } from "../../lib/days";
import { telHref } from "../../lib/format";
import { useHashTarget } from "../../lib/hooks";
import { documentsAnchor } from "../../paths";
import { RequestMoney } from "../../payment/RequestMoney";
import type { RequestPhase } from "../../visaRequest/phase";
import { PhasePanel } from "../../visaRequest/PhasePanel";
import { Timeline } from "../../visaRequest/Timeline";
import type { ConfirmedRequestQuery } from "./operations.generated";
import styles from "./Page.module.css";
import { Confirmation } from "./Confirmation";
import { CorrectionsToMake } from "./CorrectionsToMake";
import { DetailsList } from "../../components/DetailsList";
import { Price } from "../../components/Price";
import { StatusChip } from "../../components/StatusChip";
import type { FollowedApplicantFragment } from "../../review/correction/operations.generated";
import type { VisaRequestStatus } from "../../schemaTypes.generated";
import {
  applicantChip,
  applicantStatusLabel,
  expectedDateNote,
  rejectionReasonLabels,
} from "../../visaRequest/statusLabels";

type Followed = NonNullable<ConfirmedRequestQuery["visaRequest"]>;

interface FollowedRequestProps {
  request: Followed;
  /** The texts for the status; undefined while the application is SUBMITTED and not refunded. */
  phase: RequestPhase | undefined;
  siteInfo: ConfirmedRequestQuery["siteInfo"];
  onStale: () => void;
  onImageError: () => void;
}

export function FollowedRequest({ request, phase, siteInfo, onStale, onImageError }: FollowedRequestProps) {
  const { visaReferenceNo, visaApplicants } = request;
  const approved = findApproved(visaApplicants);
  const count = countDocuments(request);
  const isRefunded = isRefundedUnreviewed(request);
  useHashTarget();
  return (
    <div className="stack-5">
      {phase ? (
        <PhasePanel
          phase={phase}
          reference={visaReferenceNo}
          visas={approved.length > 0 && <ReadyVisas applicants={approved} />}
        />
      ) : (
        <Confirmation reference={visaReferenceNo} needed={count.needed > 0 && neededDocumentsText(count)} />
      )}
      <CorrectionsToMake
        request={request}
        needsDocuments={count.needed > 0}
        onStale={onStale}
        onImageError={onImageError}
      />
      {!isRefunded && (
        <DocumentsNeeded
          requestStatus={request.visaRequestStatus}
          applicants={visaApplicants}
          heading="h2"
          id={documentsAnchor}
          className={`sheet raised pad stack-3 ${styles["documents"]}`}
          onStale={onStale}
        />
      )}
      {!phase && !request.preparedBy && <KeepApplicants request={request} />}
      {!phase && <NextSteps request={request} />}
      <div className={`stack-5 ${styles["columns"]}`}>
        {!isRefunded && <Timeline request={request} />}
        <RequestDetailsCard request={request} />
      </div>
      <Travellers travellers={visaApplicants} requestStatus={request.visaRequestStatus} />
      <RequestMoney request={request} />
      <AccessLog request={request} nameOfFile={(kind) => fileKinds[kind].inSentence} />
      <p>
        Questions? <a href={`mailto:${siteInfo.supportEmail}`}>{siteInfo.supportEmail}</a> or{" "}
        <a href={telHref(siteInfo.supportPhone)}>{siteInfo.supportPhone}</a>, {siteInfo.workingHours}. Please
        have the reference number to hand.
      </p>
    </div>
  );
}

function NextSteps({ request }: { request: Followed }) {
  return (
    <section className={card["card"]}>
      <h2>What happens next</h2>
      <ol className={`stack-4 ${styles["next"]}`}>
        <li>Our staff check the photo, passport and documents. If something is missing, we will tell you.</li>
        <li>We submit the application for the {request.visaName}.</li>
        <li>
          The visa is expected by <strong className="numbers">{formatDay(request.expectedDate)}</strong>. You
          will find it here and under All applications.
        </li>
      </ol>
    </section>
  );
}

function RequestDetailsCard({ request }: { request: Followed }) {
  const { visaRequestStatus, paymentStatus, paymentGatewayNo } = request;
  const isDecided = visaRequestStatus === "APPROVED" || visaRequestStatus === "REJECTED";
  const isExpected = !isDecided && visaRequestStatus !== "CANCELLED" && !isRefundedUnreviewed(request);
  return (
    <section className={card["card"]}>
      <h2>Your application</h2>
      <DetailsList
        kind="rows"
        facts={[
          { label: "Visa", value: `${request.visaName}, ${request.countryName}` },
          { label: "Applicants", value: request.noOfApplicants },
          { label: "Travel Date", value: formatDay(request.travelDate) },
          ...(isExpected ? [{ label: "Visa Expected Date", value: <ExpectedDate request={request} /> }] : []),
          ...(paymentStatus === "PENDING"
            ? []
            : [{ label: "Amount paid", value: <Price rupees={request.totalPrice} /> }]),
          ...(request.preparedBy ? [{ label: "Prepared by", value: request.preparedBy }] : []),
          ...(paymentGatewayNo ? [{ label: "Payment", value: paymentGatewayNo, isCode: true }] : []),
        ]}
      />
    </section>
  );
}

function ExpectedDate({ request }: { request: Followed }) {
  const note = expectedDateNote(request.visaRequestStatus);
  return (
    <>
      {formatDay(request.expectedDate)}
      {note && <p className={`small ${styles["dateNote"]}`}>{note}</p>}
    </>
  );
}

interface TravellersProps {
  travellers: readonly FollowedApplicantFragment[];
  requestStatus: VisaRequestStatus;
}

function Travellers({ travellers, requestStatus }: TravellersProps) {
  if (travellers.length === 0) return null;
  return (
    <section className="sheet stack-3 raised pad" aria-labelledby="travellers-title">
      <h2 id="travellers-title">{travellers.length === 1 ? "Applicant" : "Applicants"}</h2>
      <ul className={`ruled ${styles["list"]}`}>
        {travellers.map((traveller) => (
          <li key={traveller.visaApplicantId} className={`cluster spread ${styles["traveller"]}`}>
            <div className={`stack-2 ${styles["who"]}`}>
              <h3 className="anywhere">
                {traveller.title} {traveller.firstName} {traveller.lastName}
              </h3>
              <p className="cluster small gap-2">
                <StatusChip status={applicantChip(traveller.visaApplicantStatus, requestStatus)} />{" "}
                <span>{applicantStatusLabel(traveller.visaApplicantStatus, requestStatus)}</span>
              </p>
              <Decision traveller={traveller} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Decision({ traveller }: { traveller: FollowedApplicantFragment }) {
  const { rejectionReason, decisionNote } = traveller;
  if (!rejectionReason && !decisionNote) return null;
  return (
    <div className={`stack-1 ${styles["decision"]}`}>
      {rejectionReason && <p>{rejectionReasonLabels[rejectionReason]}</p>}
      {decisionNote && (
        <p>
          <span className="muted">Our staff say: </span>
          {decisionNote}
        </p>
      )}
    </div>
  );
}
