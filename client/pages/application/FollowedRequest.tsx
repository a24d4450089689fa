import { lazy, Suspense, useState } from "react";
import {
  countDocuments,
  neededDocumentsText,
} from "../../../server/modules/applicant/documents/neededDocuments.rules";
import { findApproved, ReadyVisas } from "../../applicant/visa/ReadyVisas";
import { DocumentsNeeded } from "../../applicant/documents/DocumentsNeeded";
import { AccessLog } from "../../audit/AccessLog";
import card from "../../components/Card.module.css";
import { LoadingRegion, Skeleton } from "../../components/feedback/Skeleton";
import { fileKinds } from "../../file/fileKinds";
import { formatDay } from "../../lib/days";
import { telHref } from "../../lib/format";
import { useHashTarget } from "../../lib/hooks";
import { documentsAnchor } from "../../paths";
import { RequestMoney } from "../../payment/RequestMoney";
import { SentNotice } from "../../review/correction/SentNotice";
import type { RequestPhase } from "../../visaRequest/phase";
import { PhasePanel } from "../../visaRequest/PhasePanel";
import { RequestDetailsCard } from "../../visaRequest/RequestDetailsCard";
import { Timeline } from "../../visaRequest/Timeline";
import type { ConfirmedRequestQuery } from "./operations.generated";
import styles from "./Page.module.css";
import { Confirmation } from "./Confirmation";
import { Travellers } from "./Travellers";

// Loaded on demand, because most applications need no corrections.
const Corrections = lazy(() => import("../../review/correction/Corrections"));

type Followed = NonNullable<ConfirmedRequestQuery["visaRequest"]>;

interface FollowedRequestProps {
  request: Followed;
  /** Undefined while the status is SUBMITTED. */
  phase: RequestPhase | undefined;
  siteInfo: ConfirmedRequestQuery["siteInfo"];
  /** Refetches the request. */
  onStale: () => void;
  onImageError: () => void;
}

/** A paid application: its status, next steps, payments and access log. */
export function FollowedRequest({ request, phase, siteInfo, onStale, onImageError }: FollowedRequestProps) {
  const { visaReferenceNo, visaApplicants } = request;
  const [sentBy, setSentBy] = useState<string[]>([]);
  const approved = findApproved(visaApplicants);
  const count = countDocuments(request);
  useHashTarget();
  const left = visaApplicants.filter(({ corrections }) => corrections.length > 0).length;
  return (
    <div className={styles["page"]}>
      {phase ? (
        <PhasePanel
          phase={phase}
          reference={visaReferenceNo}
          visas={approved.length > 0 && <ReadyVisas applicants={approved} />}
        />
      ) : (
        <Confirmation reference={visaReferenceNo} needed={count.needed > 0 && neededDocumentsText(count)} />
      )}
      <SentNotice sentBy={sentBy} left={left} needsDocuments={count.needed > 0} />
      {left > 0 && (
        <Suspense fallback={<CorrectionsLoading />}>
          <Corrections
            request={request}
            maxFileBytes={siteInfo.uploadLimits.maxFileBytes}
            onSent={(person) => {
              setSentBy((earlier) => [...earlier, person]);
              onStale();
            }}
            onStale={onStale}
            onStoredImageError={onImageError}
          />
        </Suspense>
      )}
      <DocumentsNeeded
        requestStatus={request.visaRequestStatus}
        applicants={visaApplicants}
        limits={siteInfo.uploadLimits}
        heading="h2"
        id={documentsAnchor}
        className={styles["documents"]}
        onStale={onStale}
      />
      {!phase && <NextSteps request={request} />}
      <div className={styles["columns"]}>
        <Timeline request={request} />
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
      <ol className={styles["next"]}>
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

function CorrectionsLoading() {
  return (
    <LoadingRegion>
      <Skeleton height={320} />
    </LoadingRegion>
  );
}
