import { useEffect, useRef, useState } from "react";
import { Button } from "../../../components/Button";
import { EmptyState } from "../../../components/feedback/EmptyState";
import { InlineAlert } from "../../../components/feedback/InlineAlert";
import { LoadFailure } from "../../../components/feedback/LoadFailure";
import { LoadingRegion, SkeletonCard } from "../../../components/feedback/Skeleton";
import { useToast } from "../../../components/feedback/ToastProvider";
import { errorMessage } from "../../../lib/errorMessage";
import { DeadMessageRow } from "../../../notification/DeadMessageRow";
import {
  useStaffDeadMessagesQuery,
  useStaffRetryMessageMutation,
} from "../../../notification/operations.generated";
import { usePageTitle } from "../../../seo/useHead";
import styles from "./Page.module.css";

const pageSize = 50;

/** Messages to travellers that finally failed, newest first. */
export default function StaffDeadMessagesPage() {
  usePageTitle("Messages");
  const { data, loading, error, refetch, fetchMore, updateQuery } = useStaffDeadMessagesQuery({
    variables: { first: pageSize },
    // The list also changes through other staff members and the worker.
    fetchPolicy: "network-only",
  });
  // The count next to "Messages" is refetched even if the retry was rejected, because a colleague was faster
  // then.
  const [retryMessage] = useStaffRetryMessageMutation({ refetchQueries: ["staffDeadMessageCount"] });
  const [moreState, setMoreState] = useState<"idle" | "busy" | "failed">("idle");
  const toast = useToast();
  const heading = useRef<HTMLHeadingElement>(null);
  const list = data?.staffDeadMessages;

  // The row with the button was removed, so the heading is focused.
  const shownCount = list?.nodes.length ?? 0;
  const lastCount = useRef(shownCount);
  useEffect(() => {
    if (shownCount < lastCount.current) heading.current?.focus();
    lastCount.current = shownCount;
  }, [shownCount]);

  const retry = async (notificationId: string): Promise<string | undefined> => {
    const { data: response } = await retryMessage({ variables: { input: { notificationId } } });
    const problem = response?.staffRetryMessage.userErrors[0]?.message;
    if (problem) return problem;
    updateQuery((previous) => {
      const { staffDeadMessages: page } = previous as NonNullable<typeof data>;
      const nodes = page.nodes.filter((node) => node.notificationId !== notificationId);
      return { staffDeadMessages: { ...page, nodes } };
    });
    toast.success("The message is being sent again");
    return undefined;
  };

  const showMore = async () => {
    setMoreState("busy");
    try {
      const { data: more } = await fetchMore({
        variables: { first: pageSize, after: list?.pageInfo.endCursor },
        updateQuery: (previous, { fetchMoreResult }) => ({
          staffDeadMessages: {
            ...fetchMoreResult.staffDeadMessages,
            nodes: [...previous.staffDeadMessages.nodes, ...fetchMoreResult.staffDeadMessages.nodes],
          },
        }),
      });
      toast.announce(`${more?.staffDeadMessages.nodes.length ?? 0} more messages shown`);
      setMoreState("idle");
    } catch {
      setMoreState("failed");
    }
  };

  return (
    <div className={styles["page"]}>
      <div className={styles["intro"]}>
        <h1 tabIndex={-1} ref={heading}>
          Messages
        </h1>
        <p>
          SMS and e-mails to travellers that could not be sent, after all attempts or because they were
          refused. A message that is tried again goes to the current number or address of the account.
        </p>
      </div>
      {!list && loading && (
        <LoadingRegion className={styles["page"]}>
          <SkeletonCard rows={2} />
          <SkeletonCard rows={2} />
        </LoadingRegion>
      )}
      {!list && !loading && error && (
        <LoadFailure message={errorMessage(error)} onRetry={() => void refetch().catch(() => undefined)} />
      )}
      {list && shownCount === 0 && !list.pageInfo.hasNextPage && (
        <EmptyState title="Every message was sent." />
      )}
      {list && shownCount > 0 && (
        <ul className={styles["list"]}>
          {list.nodes.map((message) => (
            <DeadMessageRow
              key={message.notificationId}
              message={message}
              retry={() => retry(message.notificationId)}
            />
          ))}
        </ul>
      )}
      {moreState === "failed" && <InlineAlert>We could not load more. Please try again.</InlineAlert>}
      {list?.pageInfo.hasNextPage && (
        <Button variant="secondary" busy={moreState === "busy"} onClick={() => void showMore()}>
          Show more
        </Button>
      )}
    </div>
  );
}
