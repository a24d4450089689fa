import { useState } from "react";
import { Link, Navigate, useParams, useSearchParams } from "react-router-dom";
import { maxFileBytes, maxFiles, maxRequestBytes } from "../../../server/modules/file/file.rules";
import { LoadFailure } from "../../components/LoadFailure";
import { LoadingRegion, Skeleton } from "../../components/Skeleton";
import { errorMessage } from "../../lib/errorMessage";
import { usePageTitle } from "../../lib/usePageTitle";
import { paths } from "../../paths";
import styles from "./Page.module.css";
import { useUploadLimitsQuery } from "./uploadLimits.generated";
import { useVisaGuideQuery } from "./visaGuide.generated";
import { VisaGuide } from "./VisaGuide";
import { Wizard } from "./Wizard";
import { useWizardRequestQuery, type WizardRequestQuery } from "./wizardRequest.generated";

type WizardRequest = NonNullable<WizardRequestQuery["visaRequest"]>;

/** The application wizard: a new applicant, or with `?applicant=` one that is there already. */
export default function VisaRequestPage() {
  const { visaRequestId = "" } = useParams();
  const [params] = useSearchParams();
  const applicantId = params.get("applicant");
  const query = useWizardRequestQuery({
    variables: { visaRequestId },
    skip: !visaRequestId,
    fetchPolicy: "cache-and-network",
  });
  const guide = useVisaGuideQuery({ variables: { visaRequestId }, skip: !visaRequestId });
  const limits = useUploadLimitsQuery();
  const request = useKept(query.data?.visaRequest ?? undefined, visaRequestId);
  usePageTitle(query.loading && !request ? undefined : request ? undefined : "Application not found");

  if (!request) {
    if (query.loading) return <WizardSkeleton />;
    if (query.error)
      return <LoadFailure message={errorMessage(query.error)} onRetry={() => void query.refetch()} />;
    return <NotFound />;
  }
  if (request.visaRequestStatus !== "PENDING")
    return <Navigate to={paths.visaapplicants(request.visaRequestId)} replace />;

  const before = applicantId
    ? request.visaApplicants.find(({ visaApplicantId }) => visaApplicantId === applicantId)
    : undefined;
  if (applicantId && !before) return query.loading ? <WizardSkeleton /> : <NotFound />;

  const visa = guide.data?.visaRequest?.visa ?? undefined;
  return (
    <Wizard
      key={before?.visaApplicantId ?? "new"}
      request={request}
      before={before}
      first={request.visaApplicants[0]}
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
  );
}

/** The request that was loaded last, so that a later failure or a session that ran out does not take the form away. */
function useKept(request: WizardRequest | undefined, visaRequestId: string): WizardRequest | undefined {
  const [kept, setKept] = useState(request);
  if (request && request !== kept) setKept(request);
  const known = request ?? kept;
  return known?.visaRequestId === visaRequestId ? known : undefined;
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
      <Skeleton height={44} width="70%" />
      <Skeleton height={72} />
      <Skeleton height={320} />
    </LoadingRegion>
  );
}
