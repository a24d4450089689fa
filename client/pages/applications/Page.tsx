import { useEffect, useRef, useState } from "react";
import { useUnfinishedDrafts } from "../../applicant/draft/useUnfinishedDrafts";
import { OlderAccount } from "../../auth/OlderAccount";
import { useLastUserId } from "../../auth/session";
import { Button, ButtonLink } from "../../components/Button";
import { EmptyState } from "../../components/feedback/EmptyState";
import { InlineAlert } from "../../components/feedback/InlineAlert";
import { LoadFailure } from "../../components/feedback/LoadFailure";
import { LoadingRegion, SkeletonCard } from "../../components/feedback/Skeleton";
import { useAnnounce } from "../../components/feedback/ToastProvider";
import { useFocusAfter } from "../../lib/focusInView";
import { errorMessage } from "../../lib/errorMessage";
import { useMediaQuery } from "../../lib/hooks";
import { paths } from "../../paths";
import { usePageTitle } from "../../seo/useHead";
import { DeleteRequest } from "./DeleteRequest";
import {
  type ListedRequestFragment,
  type MyVisaRequestsQuery,
  useMyVisaRequestsQuery,
} from "./operations.generated";
import styles from "./Page.module.css";
import { RequestCard } from "./RequestCard";
import { RequestTable } from "./RequestTable";

const pageSize = 20;

/** All applications of the logged-in user, newest first. */
export default function ApplicationsPage() {
  usePageTitle("All applications");
  const { data, loading, error, refetch, fetchMore, updateQuery } = useMyVisaRequestsQuery({
    variables: { first: pageSize },
    fetchPolicy: "cache-and-network",
    notifyOnNetworkStatusChange: true,
  });
  const [moreState, setMoreState] = useState<"idle" | "busy" | "failed">("idle");
  const announce = useAnnounce();
  const loadedAt = useLoadedAt(loading, error, data);
  const list = data?.myVisaRequests;
  const isWide = useMediaQuery("(min-width: 75rem)");
  const shown = useRef<HTMLUListElement & HTMLTableSectionElement>(null);
  const firstNew = useRef<number>(undefined);

  const drafts = useUnfinishedDrafts();
  const userId = useLastUserId();
  const [deleting, setDeleting] = useState<ListedRequestFragment>();
  const heading = useRef<HTMLHeadingElement>(null);
  const focusAfter = useFocusAfter();
  const findDraft = (request: ListedRequestFragment | undefined) =>
    drafts.find(({ visaRequestId }) => visaRequestId === request?.visaRequestId);
  const rows = list?.nodes.map((request) => ({
    request,
    draft: request.visaRequestStatus === "PENDING" ? findDraft(request) : undefined,
    onDelete: isDeletable(request) ? () => setDeleting(request) : undefined,
  }));
  const removeFromList = (deletedId: string) =>
    updateQuery((previous) => {
      const { nodes, totalCount, ...rest } = (previous as MyVisaRequestsQuery).myVisaRequests;
      return {
        myVisaRequests: {
          ...rest,
          nodes: nodes.filter(({ visaRequestId }) => visaRequestId !== deletedId),
          totalCount: totalCount - 1,
        },
      };
    });

  // The "Show more" button may no longer exist, so the first new row is focused.
  const shownCount = list?.nodes.length ?? 0;
  useEffect(() => {
    if (firstNew.current === undefined || firstNew.current >= shownCount) return;
    shown.current?.children[firstNew.current]?.querySelector("a")?.focus();
    firstNew.current = undefined;
  }, [shownCount]);

  const showMore = async () => {
    if (moreState === "busy") return;
    setMoreState("busy");
    firstNew.current = shownCount;
    try {
      const { data: more } = await fetchMore({
        variables: { first: pageSize, after: list?.pageInfo.endCursor },
        updateQuery: (previous, { fetchMoreResult }) => ({
          myVisaRequests: {
            ...fetchMoreResult.myVisaRequests,
            nodes: [...previous.myVisaRequests.nodes, ...fetchMoreResult.myVisaRequests.nodes],
          },
        }),
      });
      announce(`${more?.myVisaRequests.nodes.length ?? 0} more applications shown`);
      setMoreState("idle");
    } catch {
      setMoreState("failed");
    }
  };

  return (
    <div className={styles["page"]}>
      <h1 ref={heading} tabIndex={-1}>
        All applications
      </h1>
      <OlderAccount />
      {!list && loading && (
        <LoadingRegion className={styles["list"]}>
          <SkeletonCard rows={4} />
          <SkeletonCard rows={4} />
          <SkeletonCard rows={4} />
        </LoadingRegion>
      )}
      {!list && !loading && error && (
        <LoadFailure message={errorMessage(error)} onRetry={() => void refetch().catch(() => undefined)} />
      )}
      {list && error && (
        <InlineAlert tone="warning">
          <p>
            This list could not be updated: {errorMessage(error)}.
            {loadedAt && ` It is shown as of ${loadedAt}.`}
          </p>
          <Button variant="secondary" onClick={() => void refetch().catch(() => undefined)}>
            Retry
          </Button>
        </InlineAlert>
      )}
      {list && list.nodes.length === 0 && (
        <EmptyState title="No Applications">
          <ButtonLink to={paths.home()}>Search for visas</ButtonLink>
        </EmptyState>
      )}
      {list && rows && rows.length > 0 && (
        <>
          {isWide ? (
            <RequestTable rows={rows} body={shown} />
          ) : (
            <ul ref={shown} className={styles["list"]}>
              {rows.map((row) => (
                <RequestCard key={row.request.visaRequestId} {...row} />
              ))}
            </ul>
          )}
          <p className={styles["count"]}>
            {list.nodes.length} of {list.totalCount}
          </p>
          {moreState === "failed" && <InlineAlert>We could not load more. Please try again.</InlineAlert>}
          {list.pageInfo.hasNextPage && (
            <Button variant="secondary" busy={moreState === "busy"} onClick={() => void showMore()}>
              Show more
            </Button>
          )}
        </>
      )}
      <DeleteRequest
        request={deleting}
        userId={userId}
        hasDraft={Boolean(findDraft(deleting))}
        onClose={() => setDeleting(undefined)}
        onDeleted={(visaRequestId) => {
          removeFromList(visaRequestId);
          setDeleting(undefined);
          // The button that opened the dialog was removed with the application.
          focusAfter(() => heading.current);
        }}
      />
    </div>
  );
}

/** True if deleting it loses at most a draft on this device. */
const isDeletable = (request: ListedRequestFragment) =>
  request.visaRequestStatus === "PENDING" &&
  request.paymentStatus === "PENDING" &&
  request.visaApplicants.length === 0;

/** Outlives the component, as the cached list does. */
let lastLoadedAt: string | undefined;

/**
 * Returns the time of day of the list's last load from the server, `14:05`, or undefined before the first.
 */
function useLoadedAt(loading: boolean, error: unknown, data: unknown): string | undefined {
  const [loadedAt, setLoadedAt] = useState(lastLoadedAt);

  useEffect(() => {
    if (loading || error || !data) return;
    lastLoadedAt = new Date().toTimeString().slice(0, 5);
    setLoadedAt(lastLoadedAt);
  }, [loading, error, data]);

  return loadedAt;
}
