import { useEffect, useRef } from "react";
import { Navigate, useParams } from "react-router-dom";
import {
  countDocuments,
  neededDocumentsText,
} from "../../../server/modules/applicant/documents/neededDocuments.rules";
import { unlessExpired, useLastUserId } from "../../auth/session";
import { ApplicationFailure } from "../../components/feedback/PageFailure";
import { LoadingRegion, Skeleton, SkeletonCard } from "../../components/feedback/Skeleton";
import { useAnnounce } from "../../components/feedback/ToastProvider";
import { useFreshLinks } from "../../file/signedLinks";
import { useLastDefined } from "../../lib/hooks";
import { paths } from "../../paths";
import { usePageTitle } from "../../seo/useHead";
import { getPhase } from "../../visaRequest/phase";
import { useFollowing } from "../../visaRequest/useFollowing";
import { FollowedRequest } from "./FollowedRequest";
import { type ConfirmedRequestQuery, useConfirmedRequestQuery } from "./operations.generated";
import styles from "./Page.module.css";

/**
 * An application after payment. Redirects to the home page if it does not exist, and to its details if it is not paid.
 */
export default function ApplicationPage() {
  const { visaRequestId = "" } = useParams();
  const userId = useLastUserId();
  // The key resets the page, so that the next user who logs in never sees the previous user's input.
  return <Application key={`${userId} ${visaRequestId}`} visaRequestId={visaRequestId} />;
}

function Application({ visaRequestId }: { visaRequestId: string }) {
  // Not cached, because an outdated PENDING would redirect away from a paid request.
  const query = useConfirmedRequestQuery({
    variables: { visaRequestId },
    skip: !visaRequestId,
    fetchPolicy: "network-only",
  });
  const { loading, error, refetch } = query;
  const data = useLastDefined(query.data?.visaRequest ? query.data : undefined);
  const renewLinks = useFreshLinks(query.data, unlessExpired(refetch));
  const request = data?.visaRequest ?? undefined;
  const reload = () => void refetch().catch(() => undefined);
  useFollowing(request, reload);

  const status = request?.visaRequestStatus;
  const phase = request && getPhase(request, findNeeded(request));
  const title = phase?.title ?? (status === "SUBMITTED" ? "Application submitted" : undefined);
  usePageTitle(title);
  useAnnounceChange(title);

  if (request && data && title)
    return (
      <FollowedRequest
        request={request}
        phase={phase}
        siteInfo={data.siteInfo}
        onStale={reload}
        onImageError={renewLinks}
      />
    );
  if (request) return <Navigate to={paths.visaapplicants(request.visaRequestId)} replace />;
  if (loading)
    return (
      <LoadingRegion className="stack-5">
        <Skeleton height={280} />
        <div className={`stack-5 ${styles["columns"]}`}>
          <SkeletonCard rows={3} />
          <SkeletonCard rows={5} />
        </div>
      </LoadingRegion>
    );
  if (error) return <ApplicationFailure {...{ error, refetch }} />;
  return <Navigate to={paths.home()} replace />;
}

function findNeeded(request: NonNullable<ConfirmedRequestQuery["visaRequest"]>): string | undefined {
  const count = countDocuments(request);
  return count.needed > 0 ? neededDocumentsText(count) : undefined;
}

/** Announces the heading when it changes while the page is open. */
function useAnnounceChange(title: string | undefined): void {
  const announce = useAnnounce();
  const spoken = useRef(title);
  useEffect(() => {
    if (spoken.current && title && title !== spoken.current) announce(title);
    spoken.current = title;
  }, [title, announce]);
}
