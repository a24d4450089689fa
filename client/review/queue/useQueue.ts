import { useEffect, useState } from "react";
import { useAnnounce } from "../../components/feedback/ToastProvider";
import { useStaffQueueCountsQuery, useStaffQueueQuery } from "./operations.generated";
import { toFilter, type ShownQueue } from "./queueFilter";

const pageSize = 50;

/** The queue with its filters, and its counts. Both are refetched when the window regains the focus. */
export function useQueue(shown: ShownQueue) {
  const search = shown.search.trim() || undefined;
  const variables = { filter: search ? undefined : toFilter(shown), search, first: pageSize };
  const options = { fetchPolicy: "cache-and-network", notifyOnNetworkStatusChange: true } as const;
  const list = useStaffQueueQuery({ variables, ...options });
  const counts = useStaffQueueCountsQuery(options);
  const [moreState, setMoreState] = useState<"idle" | "busy" | "failed">("idle");
  const announce = useAnnounce();
  const page = list.data?.staffVisaRequests;
  const shownCount = page?.nodes.length ?? 0;

  const reload = async () => {
    setMoreState("idle");
    // The queries report failures themselves.
    await Promise.allSettled([list.refetch(), counts.refetch()]);
  };
  const { refetch: refetchList } = list;
  const { refetch: refetchCounts } = counts;
  useEffect(() => {
    const onFocus = () => {
      refetchCounts().catch(() => undefined);
      // Refetching would return only the first page and lose the scroll position.
      if (shownCount <= pageSize) refetchList().catch(() => undefined);
    };
    window.addEventListener("focus", onFocus);
    return () => window.removeEventListener("focus", onFocus);
  }, [refetchList, refetchCounts, shownCount]);

  const loadMore = async () => {
    setMoreState("busy");
    try {
      const { data: more } = await list.fetchMore({
        variables: { after: page?.pageInfo.endCursor },
        updateQuery: (previous, { fetchMoreResult }) => ({
          staffVisaRequests: {
            ...fetchMoreResult.staffVisaRequests,
            nodes: [...previous.staffVisaRequests.nodes, ...fetchMoreResult.staffVisaRequests.nodes],
          },
        }),
      });
      announce(`${more?.staffVisaRequests.nodes.length ?? 0} more applications shown`);
      setMoreState("idle");
    } catch {
      setMoreState("failed");
    }
  };

  return {
    page,
    counts: counts.data?.staffQueueCounts,
    loading: list.loading,
    error: list.error,
    reload,
    loadMore,
    moreState,
  };
}
