import { useEffect, useRef } from "react";
import { EmptyState, SkeletonCard } from "../../../components/feedback/Skeleton";
import { useToast } from "../../../components/feedback/ToastProvider";
import {
  type DeadMessageFragment,
  useStaffDeadMessagesQuery,
  useStaffRetryMessageMutation,
} from "../../../notification/operations.generated";
import { usePageTitle } from "../../../seo/useHead";
import { Pending } from "../../../components/feedback/PageFailure";
import { appendTo, ShowMore, useMore } from "../../../components/feedback/ShowMore";
import styles from "./Page.module.css";
import { Link } from "react-router-dom";
import { Button } from "../../../components/Button";
import { InlineAlert } from "../../../components/feedback/InlineAlert";
import { formatMoment } from "../../../lib/days";
import { findProblem } from "../../../lib/errorMessage";
import { useAttempt } from "../../../lib/useAttempt";
import { paths } from "../../../paths";
import { channelLabels, eventLabels, failureLabel } from "../../../notification/deadMessageLabels";

const pageSize = 50;

/** Failed messages to travellers, newest first. */
export default function StaffDeadMessagesPage() {
  usePageTitle("Messages");
  const { list, error, refetch, retry, more } = useDeadMessages();
  const heading = useRef<HTMLHeadingElement>(null);

  // Focuses the heading if a row with the focused button was removed.
  const shownCount = list?.nodes.length ?? 0;
  const lastCount = useRef(shownCount);
  useEffect(() => {
    if (shownCount < lastCount.current) heading.current?.focus();
    lastCount.current = shownCount;
  }, [shownCount]);

  return (
    <div className={`stack-4 ${styles["page"]}`}>
      <div className="stack-2">
        <h1 tabIndex={-1} ref={heading}>
          Messages
        </h1>
        <p className="muted measure">
          SMS and e-mails to travellers that could not be sent, after all attempts or because they were
          refused. A message that is tried again goes to the current number or address of the account.
        </p>
      </div>
      {!list && (
        <Pending error={error} refetch={refetch} className="stack-4">
          <SkeletonCard rows={2} />
          <SkeletonCard rows={2} />
        </Pending>
      )}
      {list && shownCount === 0 && !list.pageInfo.hasNextPage && (
        <EmptyState title="Every message was sent." />
      )}
      {list && shownCount > 0 && (
        <ul className="sheet raised ruled">
          {list.nodes.map((message) => (
            <DeadMessageRow
              key={message.notificationId}
              message={message}
              retry={() => retry(message.notificationId)}
            />
          ))}
        </ul>
      )}
      <ShowMore more={more} hasMore={list?.pageInfo.hasNextPage} />
    </div>
  );
}

/** Returns the list, and functions to retry a message and to load more messages. */
function useDeadMessages() {
  const { data, error, refetch, fetchMore, updateQuery } = useStaffDeadMessagesQuery({
    variables: { first: pageSize },
    // Not cached, because other staff members and the message worker also change the list.
    fetchPolicy: "network-only",
  });
  // Refetches the count next to "Messages", even after a rejection: a colleague has then retried the message first.
  const [retryMessage] = useStaffRetryMessageMutation({ refetchQueries: ["staffDeadMessageCount"] });
  const toast = useToast();
  const list = data?.staffDeadMessages;

  const retry = async (notificationId: string) => {
    const problem = findProblem(await retryMessage({ variables: { input: { notificationId } } }));
    if (problem) return problem;
    updateQuery((previous) => {
      const { staffDeadMessages: page } = previous as NonNullable<typeof data>;
      const nodes = page.nodes.filter((node) => node.notificationId !== notificationId);
      return { staffDeadMessages: { ...page, nodes } };
    });
    toast.success("The message is being sent again");
    return undefined;
  };

  const more = useMore("messages", async () => {
    const variables = { first: pageSize, after: list?.pageInfo.endCursor };
    const page = await fetchMore({ variables, updateQuery: appendTo("staffDeadMessages", "notificationId") });
    return page.data?.staffDeadMessages;
  });

  return { list, error, refetch, retry, more };
}

interface DeadMessageRowProps {
  message: DeadMessageFragment;
  /** Retries the message. Returns an error message, or undefined if it succeeded. */
  retry: () => Promise<string | undefined>;
}

function DeadMessageRow({ message, retry }: DeadMessageRowProps) {
  const { problem, isBusy, attempt } = useAttempt();
  const { attempts, channel, createdAt, event, lastError, visaReferenceNo, visaRequestId } = message;
  const title = `${channelLabels[channel]}: ${eventLabels[event]}`;

  return (
    <li className={`stack-3 pad ${styles["row"]}`}>
      <div className={`stack-1 ${styles["what"]}`}>
        <p className={styles["title"]}>{title}</p>
        <Link className={`touch ${styles["reference"]}`} to={paths.staffCase(visaRequestId)}>
          {visaReferenceNo}
        </Link>
      </div>
      <div className={`stack-1 ${styles["why"]}`}>
        <p>{failureLabel(lastError)}</p>
        <p className={`small wrap numbers ${styles["small"]}`}>
          {lastError && <code>{lastError}</code>}
          <span>{attempts === 1 ? "Tried once" : `Tried ${attempts} times`}</span>
          <time dateTime={createdAt}>{formatMoment(createdAt)}</time>
        </p>
      </div>
      <Button
        variant="secondary"
        className="start"
        busy={isBusy}
        aria-label={`Try again: ${title}, ${visaReferenceNo}`}
        onClick={() => void attempt(retry)}
      >
        Try again
      </Button>
      {problem && (
        <div className="all-columns">
          <InlineAlert>{problem}</InlineAlert>
        </div>
      )}
    </li>
  );
}
