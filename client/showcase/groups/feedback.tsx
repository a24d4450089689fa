import { Button, ButtonGroup, ButtonLink } from "../../components/Button";
import {
  EmptyState,
  LoadFailure,
  LoadingRegion,
  Skeleton,
  SkeletonCard,
  SkeletonFields,
} from "../../components/feedback/Skeleton";
import { ConflictAlert } from "../../components/feedback/ConflictAlert";
import { InlineAlert, InlineAlerts } from "../../components/feedback/InlineAlert";
import {
  ApplicationFailure,
  Outdated,
  PageFailure,
  Pending,
  QueryFailure,
} from "../../components/feedback/PageFailure";
import { Toast } from "../../components/feedback/toastView";
import { useToast } from "../../components/feedback/ToastProvider";
import { each, example, wide } from "../Example";
import { ShowMore } from "../../components/feedback/ShowMore";
import { longText, noop } from "../samples";

const later = () => Promise.resolve();
const unreached = "We could not reach the server. Check your connection.";
const failure = { error: new Error("The server does not answer."), refetch: later };
const pending = (error?: Error) => (
  <Pending error={error} refetch={later}>
    <Skeleton height={48} />
  </Pending>
);
const toast = (id: number, text: string, isError: boolean) => (
  <Toast message={{ id, text, isError }} onClose={noop} />
);

function ToastButtons() {
  const { success, error } = useToast();
  return (
    <ButtonGroup kind="part">
      <Button variant="secondary" onClick={() => success("Saved")}>
        Show a success
      </Button>
      <Button variant="secondary" onClick={() => error("It could not be saved.")}>
        Show an error
      </Button>
    </ButtonGroup>
  );
}

export const feedbackExamples = [
  example("InlineAlert", {
    ...each(["danger", "warning", "info", "success"], (tone) => (
      <InlineAlert tone={tone}>Your passport expires in 5 months.</InlineAlert>
    )),
    "long text": wide(
      <InlineAlert>
        <p>{longText}</p>
        <p>{longText}</p>
      </InlineAlert>,
    ),
  }),
  example("InlineAlerts", {
    "two messages": <InlineAlerts of={[{ message: "The case has changed." }, { message: longText }]} />,
  }),
  example("ConflictAlert", {
    conflict: (
      <ConflictAlert
        message="This was changed in the meantime by Meera. Nothing was saved"
        onLoadTheirs={noop}
        onSaveMine={noop}
      />
    ),
  }),
  example("LoadFailure", { error: <LoadFailure message={unreached} onRetry={noop} /> }),
  example("Outdated", {
    "with its time": <Outdated {...failure} loadedAt="28 Nov 2026, 10:15" />,
  }),
  example("QueryFailure", { error: <QueryFailure {...failure} /> }),
  example("PageFailure", { error: <PageFailure what="this page" {...failure} /> }),
  example("Pending", { loading: pending(), error: pending(failure.error) }),
  example("ShowMore", {
    ...each(["idle", "busy", "failed"], (state) => (
      <ShowMore more={{ state, reset: noop, showMore: later }} hasMore />
    )),
  }),
  example("ApplicationFailure", { error: <ApplicationFailure {...failure} /> }),
  example("EmptyState", {
    empty: <EmptyState title="No applications yet" />,
    "with a link, long text": (
      <EmptyState title={longText}>
        <ButtonLink to="/">Find a visa</ButtonLink>
      </EmptyState>
    ),
  }),
  example("Skeleton", { loading: <Skeleton height={64} /> }),
  example("SkeletonCard", {
    "with a title": <SkeletonCard rows={3} />,
    "without a title": <SkeletonCard rows={2} hasTitle={false} />,
  }),
  example("SkeletonFields", { loading: <SkeletonFields count={2} /> }),
  example("LoadingRegion", {
    loading: (
      <LoadingRegion>
        <Skeleton height={48} />
      </LoadingRegion>
    ),
  }),
  example("Toast", {
    success: toast(1, "Saved", false),
    error: toast(2, "This device could not save it.", true),
    "long text": toast(3, longText, true),
    "over the page": <ToastButtons />,
  }),
];
