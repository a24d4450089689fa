import { type ComponentProps, useEffect, useRef, useState } from "react";
import { useUnfinishedDrafts } from "../../applicant/draft/useUnfinishedDrafts";
import { OlderAccount } from "../../auth/OlderAccount";
import { useLastUserId } from "../../auth/session";
import { ButtonLink } from "../../components/Button";
import { EmptyState, SkeletonCard } from "../../components/feedback/Skeleton";
import { findProblem } from "../../lib/errorMessage";
import { useFocusAfter } from "../../lib/focusInView";
import { paths } from "../../paths";
import { usePageTitle } from "../../seo/useHead";
import {
  type ListedRequestFragment,
  type MyVisaRequestsQuery,
  useMyVisaRequestsQuery,
} from "./operations.generated";
import styles from "./Page.module.css";
import { Outdated, Pending } from "../../components/feedback/PageFailure";
import { appendTo, ShowMore, useFocusOnMore, useMore } from "../../components/feedback/ShowMore";
import { RequestCard } from "./RequestCard";
import { ConfirmDialog } from "../../components/dialog/ConfirmDialog";
import { useAnnounce } from "../../components/feedback/ToastProvider";
import { eraseForms } from "../../lib/drafts/draftRecords";
import { useCancelVisaRequestMutation } from "../../visaRequest/operations.generated";

const pageSize = 20;

export default function ApplicationsPage() {
  const { list, isLoaded, loadedAt, error, refetch, more, remove } = useRequestList();
  usePageTitle("All applications", { hasError: Boolean(error && !list) });
  const drafts = useUnfinishedDrafts({ loaded: isLoaded ? list?.nodes : undefined });
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

  return (
    <div className={`stack-4 ${styles["page"]}`}>
      <h1 ref={heading} tabIndex={-1}>
        All applications
      </h1>
      <OlderAccount />
      {!list && (
        <Pending error={error} refetch={refetch} className="stack-4">
          <SkeletonCard rows={4} />
          <SkeletonCard rows={4} />
          <SkeletonCard rows={4} />
        </Pending>
      )}
      {list && error && <Outdated error={error} loadedAt={loadedAt} refetch={refetch} />}
      {list?.nodes.length === 0 && (
        <EmptyState title="No Applications">
          <ButtonLink to={paths.home()}>Search for visas</ButtonLink>
        </EmptyState>
      )}
      {list && rows && rows.length > 0 && <RequestRows rows={rows} list={list} more={more} />}
      <DeleteRequest
        request={deleting}
        userId={userId}
        hasDraft={Boolean(findDraft(deleting))}
        onClose={() => setDeleting(undefined)}
        onDeleted={(visaRequestId) => {
          remove(visaRequestId);
          setDeleting(undefined);
          // Moves the focus, because the button that opened the dialog was removed with the application.
          focusAfter(() => heading.current);
        }}
      />
    </div>
  );
}

/** The list of the user's applications, with the pages loaded so far. */
function useRequestList() {
  const { data, loading, error, refetch, fetchMore, updateQuery } = useMyVisaRequestsQuery({
    variables: { first: pageSize },
    fetchPolicy: "cache-and-network",
    notifyOnNetworkStatusChange: true,
  });
  const loadedAt = useLoadedAt(loading, error, data);
  const list = data?.myVisaRequests;
  const remove = (deletedId: string) =>
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
  const more = useMore("applications", async () => {
    const variables = { first: pageSize, after: list?.pageInfo.endCursor };
    const page = await fetchMore({ variables, updateQuery: appendTo("myVisaRequests", "visaRequestId") });
    return page.data?.myVisaRequests;
  });
  return { list, isLoaded: !loading && !error, loadedAt, error, refetch, more, remove };
}

interface RequestRowsProps {
  rows: ComponentProps<typeof RequestCard>[];
  list: MyVisaRequestsQuery["myVisaRequests"];
  more: ComponentProps<typeof ShowMore>["more"];
}

function RequestRows({ rows, list, more }: RequestRowsProps) {
  const shown = useRef<HTMLUListElement>(null);
  const expectMore = useFocusOnMore(rows.length, (index) =>
    shown.current?.children[index]?.querySelector("a")?.focus(),
  );
  return (
    <>
      <ul ref={shown} className="stack-4">
        {rows.map((row) => (
          <RequestCard key={row.request.visaRequestId} {...row} />
        ))}
      </ul>
      <p className={`small ${styles["count"]}`}>
        {rows.length} of {list.totalCount}
      </p>
      <ShowMore more={more} hasMore={list.pageInfo.hasNextPage} onBegin={expectMore} />
    </>
  );
}

/** True if deleting the application loses at most a draft on this device. */
const isDeletable = (request: ListedRequestFragment) =>
  request.visaRequestStatus === "PENDING" &&
  request.paymentStatus === "PENDING" &&
  request.visaApplicants.length === 0;

/** Outlives the component like the cached list that it describes. */
let lastLoadedAt: string | undefined;

/** Returns the time when the list was last loaded, e.g. `14:05`; undefined before the first time. */
function useLoadedAt(loading: boolean, error: unknown, data: unknown): string | undefined {
  const [loadedAt, setLoadedAt] = useState(lastLoadedAt);

  useEffect(() => {
    if (loading || error || !data) return;
    lastLoadedAt = new Date().toTimeString().slice(0, 5);
    setLoadedAt(lastLoadedAt);
  }, [loading, error, data]);

  return loadedAt;
}

interface DeleteRequestProps {
  request: ListedRequestFragment | undefined;
  userId: string | undefined;
  hasDraft: boolean;
  onClose: () => void;
  onDeleted: (visaRequestId: string) => void;
}

/** Asks before cancelling an application without applicants, which also removes it from the list. */
function DeleteRequest({ request, userId, hasDraft, onClose, onDeleted }: DeleteRequestProps) {
  const [cancel] = useCancelVisaRequestMutation();
  const announce = useAnnounce();

  const act = async () => {
    if (!request) return undefined;
    const { visaRequestId, visaReferenceNo } = request;
    const problem = findProblem(await cancel({ variables: { input: { visaRequestId } } }));
    if (problem) return problem;
    if (userId) await eraseForms({ userId, visaRequestId });
    announce(`Application ${visaReferenceNo} was deleted`);
    onDeleted(visaRequestId);
    return undefined;
  };

  return (
    <ConfirmDialog
      open={Boolean(request)}
      onClose={onClose}
      title="Delete this application?"
      keep="Keep the application"
      confirm="Delete the application"
      act={act}
    >
      <p>
        {request?.visaName}, {request?.visaReferenceNo}: it has no applicants, and nothing was paid. A deleted
        application cannot be brought back.
        {hasDraft && " What you entered for it on this device is erased too."}
      </p>
    </ConfirmDialog>
  );
}
