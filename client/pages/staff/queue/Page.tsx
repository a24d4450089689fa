import { isSessionExpired } from "../../../auth/session";
import { Button } from "../../../components/Button";
import { Disclosure } from "../../../components/Disclosure";
import { EmptyState, Skeleton } from "../../../components/feedback/Skeleton";
import { InlineAlert } from "../../../components/feedback/InlineAlert";
import { errorMessage } from "../../../lib/errorMessage";
import { useMediaQuery } from "../../../lib/hooks";
import { listen } from "../../../lib/listen";
import { useAddressQuery } from "../../../lib/useAddressQuery";
import { QueueCards, QueueTable } from "../../../review/queue/QueueTable";
import { QueueCounts } from "../../../review/queue/QueueCounts";
import {
  isWholeQueue,
  readShown,
  type ShownQueue,
  type ShowQueue,
  toFilter,
  toQuery,
  wholeQueue,
} from "../../../review/queue/queueFilter";
import { QueueFilters, QueueSearch } from "../../../review/queue/QueueFilters";
import { useRovingRows } from "../../../review/queue/useRovingRows";
import { usePageTitle } from "../../../seo/useHead";
import { useStaffMeQuery } from "../../../staff/operations.generated";
import styles from "./Page.module.css";
import { Link } from "react-router-dom";
import { paths } from "../../../paths";
import { PendingApproval } from "../../../approval/PendingApproval";
import { Pending } from "../../../components/feedback/PageFailure";
import { appendTo, ShowMore, useMore } from "../../../components/feedback/ShowMore";
import { useStaffApprovalsQuery } from "../../../approval/operations.generated";
import { useEffect, useEffectEvent } from "react";
import { useStaffQueueCountsQuery, useStaffQueueQuery } from "../../../review/queue/operations.generated";

/** The review queue, earliest expected date first. Its filters are in the URL. */
export default function StaffQueuePage() {
  usePageTitle("Queue");
  const [query, changeQuery] = useAddressQuery();
  const shown = readShown(query);
  const show: ShowQueue = (change) =>
    changeQuery((present) => toQuery(change(readShown(present))), { replace: true });
  const { page, counts, approvals, loading, error, reload, more } = useQueue(shown);
  const { data: me } = useStaffMeQuery();
  const isWide = useMediaQuery("(min-width: 64rem)");
  const requests = page?.nodes ?? [];
  const rows = useRovingRows(requests.length);
  const List = isWide ? QueueTable : QueueCards;

  return (
    <div className={`stack-4 ${styles["page"]}`}>
      <div className="cluster spread gap-2">
        <h1 tabIndex={-1}>Queue</h1>
        <Button variant="secondary" busy={loading} onClick={() => void reload()}>
          Reload
        </Button>
      </div>
      <OpenApprovals {...approvals} />
      <QueueCounts counts={counts} shown={shown} onShow={show} />
      <QueueControls shown={shown} onShow={show} isWide={isWide} />
      {error && page && (
        <InlineAlert tone="warning">The queue could not be updated: {errorMessage(error)}</InlineAlert>
      )}
      {!page && (
        <Pending error={error} refetch={reload} className="stack-4">
          <Skeleton height={72} />
          <Skeleton height={72} />
          <Skeleton height={72} />
        </Pending>
      )}
      {requests.length > 0 && <List requests={requests} rows={rows} staffId={me?.staffMe.staffId} />}
      {/* Always mounted, because screen readers do not announce a live region inserted with its text. */}
      <div role="status">
        {requests.length > 0 && (
          <p className={`small numbers ${styles["count"]}`}>
            {requests.length} shown{page?.pageInfo.hasNextPage ? ", and there are more" : ""}
          </p>
        )}
        {page && requests.length === 0 && <NothingThere shown={shown} onShow={show} />}
      </div>
      <ShowMore
        more={more}
        hasMore={page?.pageInfo.hasNextPage}
        label="Load more"
        className={styles["more"]}
        onBegin={rows.expectMore}
      />
    </div>
  );
}

interface QueueChoice {
  shown: ShownQueue;
  onShow: ShowQueue;
}

function QueueControls({ shown, onShow, isWide }: QueueChoice & { isWide: boolean }) {
  return (
    <>
      <QueueSearch shown={shown} onShow={onShow} />
      {isWide ? (
        <QueueFilters shown={shown} onShow={onShow} />
      ) : (
        <Disclosure summary={isWholeQueue(shown) ? "Filters" : "Filters (set)"}>
          <QueueFilters shown={shown} onShow={onShow} />
        </Disclosure>
      )}
      <Disclosure summary="Keyboard shortcuts">
        <p>
          Press Tab to reach the list. There, <kbd>↓</kbd> or <kbd>J</kbd> goes to the next application,{" "}
          <kbd>↑</kbd> or <kbd>K</kbd> to the previous one, <kbd>Home</kbd> and <kbd>End</kbd> to the first
          and the last, and <kbd>Enter</kbd> opens it.
        </p>
      </Disclosure>
      {shown.search && (
        <p className={`cluster spread gap-x-3 ${styles["sought"]}`}>
          Searching all applications for “{shown.search}”, regardless of filters.{" "}
          <Button variant="quiet" onClick={() => onShow(() => wholeQueue)}>
            Back to the queue
          </Button>
        </p>
      )}
    </>
  );
}

function NothingThere({ shown, onShow }: QueueChoice) {
  if (isWholeQueue(shown)) return <EmptyState title="The queue is empty" />;
  return (
    <EmptyState
      title={shown.search ? "No application has this number" : "No application matches these filters"}
    >
      <Button variant="secondary" onClick={() => onShow(() => wholeQueue)}>
        Show the whole queue
      </Button>
    </EmptyState>
  );
}

type Approvals = Pick<ReturnType<typeof useStaffApprovalsQuery>, "data" | "refetch">;

/** All open approvals, each with a link to its subject. Renders nothing if there are none. */
function OpenApprovals({ data, refetch }: Approvals) {
  const approvals = data?.staffApprovals ?? [];
  if (approvals.length === 0) return null;
  return (
    <section aria-labelledby="approvals-title" className="stack-3">
      <h2 id="approvals-title">Waiting for approval</h2>
      <ul className="stack-3">
        {approvals.map((approval) => (
          <li key={approval.approvalId}>
            <PendingApproval approval={approval} onDecided={refetch}>
              {approval.visaRequestId && (
                <Link className="touch" to={paths.staffCase(approval.visaRequestId)}>
                  Open the application
                </Link>
              )}
              {approval.countryUrl && (
                <Link className="touch" to={paths.catalogueAdmin(approval.countryUrl)}>
                  Open the catalogue
                </Link>
              )}
            </PendingApproval>
          </li>
        ))}
      </ul>
    </section>
  );
}

const pageSize = 50;

/**
 * The filtered queue, its counts and the open approvals, which are refetched when the window regains the focus. Search
 * results are not, because each search for a passport number is recorded for the traveller.
 */
function useQueue(shown: ShownQueue) {
  const search = shown.search.trim() || undefined;
  const variables = { filter: search ? undefined : toFilter(shown), search, first: pageSize };
  const options = { fetchPolicy: "cache-and-network", notifyOnNetworkStatusChange: true } as const;
  const list = useStaffQueueQuery({ variables, ...options });
  const counts = useStaffQueueCountsQuery(options);
  const approvals = useStaffApprovalsQuery(options);
  const page = list.data?.staffVisaRequests;

  const reload = async () => {
    more.reset();
    // The queries report failures themselves.
    await Promise.allSettled([list.refetch(), counts.refetch(), approvals.refetch()]);
  };
  const update = useEffectEvent(() => {
    if (isSessionExpired()) return;
    void counts.refetch();
    void approvals.refetch();
    // Refetches only if a single page is loaded, because the response replaces all pages with the first one.
    if (!search && (page?.nodes.length ?? 0) <= pageSize) void list.refetch();
  });
  useEffect(() => listen(window, ["focus"], () => update()), []);

  const listName = JSON.stringify(variables);
  const append = appendTo("staffVisaRequests", "visaRequestId");
  const more = useMore(
    "applications",
    async () => {
      // The filters may change before the response, which Apollo would add to the list of the new ones.
      const isShown = () => JSON.stringify(list.observable.variables) === listName;
      const next = await list.fetchMore({
        variables: { after: page?.pageInfo.endCursor },
        updateQuery: (previous, added) => (isShown() ? append(previous, added) : previous),
      });
      return isShown() ? next.data?.staffVisaRequests : undefined;
    },
    listName,
  );

  const { loading, error } = list;
  return { page, counts: counts.data?.staffQueueCounts, approvals, loading, error, reload, more };
}
