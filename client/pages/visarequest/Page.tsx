import { useEffect, useState } from "react";
import { Link, Navigate, useParams, useSearchParams } from "react-router-dom";
import { listRequiredDocuments } from "../../../server/modules/applicant/documents/requiredDocuments.rules";
import { maxFileBytes, maxFiles, maxRequestBytes } from "../../../server/modules/file/file.rules";
import { findApplicantDraft } from "../../applicant/draft/applicantDraft";
import { OpenElsewhere, TakenOver } from "../../applicant/draft/OpenElsewhere";
import { useDraftLock } from "../../applicant/draft/useDraftLock";
import { useStoredDraft } from "../../applicant/draft/useDraft";
import { Wizard } from "../../applicant/wizard/Wizard";
import { useLastUserId } from "../../auth/session";
import { ApplicationFailure } from "../../components/feedback/PageFailure";
import { LoadingRegion, Skeleton, SkeletonCard } from "../../components/feedback/Skeleton";
import { type DraftPlace, eraseDraft } from "../../lib/drafts/draftRecords";
import { errorMessage } from "../../lib/errorMessage";
import { useLastDefined } from "../../lib/hooks";
import { paths } from "../../paths";
import { usePageTitle } from "../../seo/useHead";
import { useUploadLimitsQuery, useVisaGuideQuery, useWizardRequestQuery } from "./operations.generated";
import styles from "./Page.module.css";
import { VisaGuide } from "./VisaGuide";

/** The application wizard for a new applicant, or for an existing one with `?applicant=`. */
export default function VisaRequestPage() {
  const { visaRequestId = "" } = useParams();
  const userId = useLastUserId();
  // The key resets the page, so that the next user who logs in never sees the previous user's input.
  return <VisaRequest key={`${userId} ${visaRequestId}`} userId={userId} visaRequestId={visaRequestId} />;
}

function VisaRequest({ userId, visaRequestId }: { userId: string | undefined; visaRequestId: string }) {
  const [params] = useSearchParams();
  const applicantId = params.get("applicant");
  const query = useWizardRequestQuery({
    variables: { visaRequestId },
    skip: !visaRequestId,
    fetchPolicy: "cache-and-network",
  });
  const guide = useVisaGuideQuery({ variables: { visaRequestId }, skip: !visaRequestId });
  const limits = useUploadLimitsQuery();
  const request = useLastDefined(query.data?.visaRequest ?? undefined);
  // Changes to an existing applicant have no draft; the server's data is authoritative.
  const place = userId && visaRequestId && !applicantId ? { userId, visaRequestId } : undefined;
  const lock = useDraftLock(place);
  const stored = useStoredDraft(lock.state === "held" ? place : undefined, findApplicantDraft, lock.turn);
  const [formCount, setFormCount] = useState(0);
  usePageTitle(request || query.loading || query.error ? undefined : "Application not found");

  if (!request) {
    if (query.loading) return <WizardSkeleton />;
    if (query.error)
      return <ApplicationFailure message={errorMessage(query.error)} onRetry={() => void query.refetch()} />;
    return <NotFound />;
  }
  if (request.visaRequestStatus !== "PENDING") return <LeaveClosed place={place} to={visaRequestId} />;
  if (lock.state === "elsewhere")
    return <OpenElsewhere title={`Application for ${request.visaName}`} onTakeOver={lock.takeOver} />;
  // Without the visa's documents the form still works, so loading errors are ignored here.
  if (lock.state === "waiting" || stored.isLooking || (guide.loading && !guide.data))
    return <WizardSkeleton />;

  const before = applicantId
    ? request.visaApplicants.find(({ visaApplicantId }) => visaApplicantId === applicantId)
    : undefined;
  if (applicantId && !before) return query.loading ? <WizardSkeleton /> : <NotFound />;

  const visa = guide.data?.visaRequest?.visa ?? undefined;
  return (
    <>
      <Wizard
        key={before?.visaApplicantId ?? `new ${formCount} ${lock.turn}`}
        request={request}
        required={visa ? listRequiredDocuments(visa) : []}
        before={before}
        first={request.visaApplicants[0]}
        place={place}
        restored={stored.draft}
        onStartAnew={() => {
          stored.forget();
          setFormCount((count) => count + 1);
        }}
        limits={limits.data?.siteInfo.uploadLimits ?? { maxFileBytes, maxFiles, maxRequestBytes }}
        onStoredImageError={() => void query.refetch()}
        guide={
          <VisaGuide
            visaName={request.visaName}
            visa={visa}
            isLoading={guide.loading}
            onRetry={guide.error ? () => void guide.refetch() : undefined}
          />
        }
      />
      {lock.turn > 1 && <TakenOver key={lock.turn} />}
    </>
  );
}

/** A request that is no longer PENDING accepts no applicants, so its draft is erased. */
function LeaveClosed({ place, to }: { place: DraftPlace | undefined; to: string }) {
  useEffect(() => {
    if (place) void eraseDraft(place);
  });
  return <Navigate to={paths.visaapplicants(to)} replace />;
}

function NotFound() {
  return (
    <div className={styles["notFound"]}>
      <h1 tabIndex={-1}>Application not found</h1>
      <p>This application does not exist, or it belongs to another account.</p>
      <Link to={paths.applications()}>All applications</Link>
    </div>
  );
}

function WizardSkeleton() {
  return (
    <LoadingRegion className={styles["loading"]}>
      <Skeleton height={44} width="90%" />
      <Skeleton height={72} />
      <Skeleton height={32} width="50%" />
      <SkeletonCard rows={6} />
    </LoadingRegion>
  );
}
