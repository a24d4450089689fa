import { Navigate, useParams } from "react-router-dom";
import { LoadFailure } from "../../components/LoadFailure";
import { LoadingRegion, Skeleton } from "../../components/Skeleton";
import { errorMessage } from "../../lib/errorMessage";
import { usePageTitle } from "../../lib/usePageTitle";
import { paths } from "../../paths";
import { Confirmation } from "./Confirmation";
import { useConfirmedRequestQuery } from "./confirmedRequest.generated";
import styles from "./Page.module.css";

/** The page after the payment. A request that is absent leads home, one that is not paid to its details. */
export default function ApplicationPage() {
  const { visaRequestId = "" } = useParams();
  // Never from the cache: an old PENDING there would lead away from a paid request.
  const { data, loading, error, refetch } = useConfirmedRequestQuery({
    variables: { visaRequestId },
    skip: !visaRequestId,
    fetchPolicy: "network-only",
  });
  const request = data?.visaRequest;
  usePageTitle(request ? "Application submitted" : undefined);

  if (request && request.paymentStatus === "PAID")
    return <Confirmation request={request} siteInfo={data.siteInfo} />;
  if (request) return <Navigate to={paths.visaapplicants(request.visaRequestId)} replace />;
  if (loading)
    return (
      <LoadingRegion className={styles["page"]}>
        <Skeleton height={280} />
        <Skeleton height={200} />
      </LoadingRegion>
    );
  if (error) return <LoadFailure message={errorMessage(error)} onRetry={() => void refetch()} />;
  return <Navigate to={paths.home()} replace />;
}
