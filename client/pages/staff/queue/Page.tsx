import { OpenApprovals } from "../../../approval/OpenApprovals";
import { Button } from "../../../components/Button";
import { Disclosure } from "../../../components/Disclosure";
import { EmptyState } from "../../../components/feedback/EmptyState";
import { InlineAlert } from "../../../components/feedback/InlineAlert";
import { LoadFailure } from "../../../components/feedback/LoadFailure";
import { LoadingRegion, Skeleton } from "../../../components/feedback/Skeleton";
import { errorMessage } from "../../../lib/errorMessage";
import { useMediaQuery } from "../../../lib/hooks";
import { useAddressQuery } from "../../../lib/useAddressQuery";
import { QueueCards } from "../../../review/queue/QueueCards";
import { QueueCounts } from "../../../review/queue/QueueCounts";
import {
  isWholeQueue,
  readShown,
  type ShowQueue,
  type ShownQueue,
  toQuery,
  wholeQueue,
} from "../../../review/queue/queueFilter";
import { QueueFilters, QueueSearch } from "../../../review/queue/QueueFilters";
import { QueueTable } from "../../../review/queue/QueueTable";
import { useQueue } from "../../../review/queue/useQueue";
import { useRovingRows } from "../../../review/queue/useRovingRows";
import { usePageTitle } from "../../../seo/useHead";
import { useStaffMeQuery } from "../../../staff/operations.generated";
import styles from "./Page.module.css";

/** The review queue, earliest expected date first. Its filters are in the address. */
export default function StaffQueuePage() {
  usePageTitle("Queue");
  const [query, changeQuery] = useAddressQuery();
  const shown = readShown(query);
  const show: ShowQueue = (change) =>
    changeQuery((present) => toQuery(change(readShown(present))), { replace: true });
  const { page, counts, loading, error, reload, loadMore, moreState } = useQueue(shown);
  const { data: me } = useStaffMeQuery();
  const isWide = useMediaQuery("(min-width: 64rem)");
  const requests = page?.nodes ?? [];
  const rows = useRovingRows(requests.length);
  const List = isWide ? QueueTable : QueueCards;

  return (
    <div className={styles["page"]}>
      <div className={styles["head"]}>
        <h1 tabIndex={-1}>Queue</h1>
        <Button variant="secondary" disabled={loading} onClick={() => void reload()}>
          Reload
        </Button>
      </div>
      <OpenApprovals />
      <QueueCounts counts={counts} shown={shown} onShow={show} />
      <QueueSearch shown={shown} onShow={show} />
      {isWide ? (
        <QueueFilters shown={shown} onShow={show} />
      ) : (
        <Disclosure summary={isWholeQueue(shown) ? "Filters" : "Filters (set)"}>
          <QueueFilters shown={shown} onShow={show} />
        </Disclosure>
      )}
      <Disclosure summary="Keyboard shortcuts">
        <p>
          Press Tab to reach the list. There, <kbd>↓</kbd> or <kbd>J</kbd> goes to the next application,{" "}
          <kbd>↑</kbd> or <kbd>K</kbd> to the one before, <kbd>Home</kbd> and <kbd>End</kbd> to the first and
          the last, and <kbd>Enter</kbd> opens it.
        </p>
      </Disclosure>
      {shown.search && (
        <p className={styles["sought"]}>
          Searching all applications for “{shown.search}”, whatever the filters.{" "}
          <Button variant="quiet" onClick={() => show(() => wholeQueue)}>
            Back to the queue
          </Button>
        </p>
      )}
      {error && page && (
        <InlineAlert tone="warning">The queue could not be updated: {errorMessage(error)}</InlineAlert>
      )}
      {error && !page && <LoadFailure message={errorMessage(error)} onRetry={() => void reload()} />}
      {!page && !error && (
        <LoadingRegion className={styles["waiting"]}>
          <Skeleton height={72} />
          <Skeleton height={72} />
          <Skeleton height={72} />
        </LoadingRegion>
      )}
      {page && requests.length === 0 && <NothingThere shown={shown} onShow={show} />}
      {requests.length > 0 && (
        <>
          <List requests={requests} rows={rows} staffId={me?.staffMe.staffId} />
          <p role="status" className={styles["count"]}>
            {requests.length} shown{page?.pageInfo.hasNextPage ? ", and there are more" : ""}
          </p>
        </>
      )}
      {moreState === "failed" && <InlineAlert>We could not load more. Please try again.</InlineAlert>}
      {page?.pageInfo.hasNextPage && (
        <Button
          variant="secondary"
          className={styles["more"]}
          busy={moreState === "busy"}
          onClick={() => {
            rows.expectMore();
            void loadMore();
          }}
        >
          Load more
        </Button>
      )}
    </div>
  );
}

function NothingThere({ shown, onShow }: { shown: ShownQueue; onShow: ShowQueue }) {
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
