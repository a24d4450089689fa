import { Button, ButtonGroup, ButtonLink } from "../../components/Button";
import {
  EmptyState,
  LoadFailure,
  LoadingRegion,
  Skeleton,
  SkeletonCard,
  SkeletonFields,
} from "../../components/feedback/Skeleton";
import { type AlertTone, InlineAlert, InlineAlerts } from "../../components/feedback/InlineAlert";
import { ApplicationFailure, PageFailure, Pending } from "../../components/feedback/PageFailure";
import { Toast } from "../../components/feedback/toastView";
import { useToast } from "../../components/feedback/ToastProvider";
import { Example, State } from "../Example";
import { ShowMore } from "../../components/feedback/ShowMore";
import { longText, noop } from "../samples";

const tones: AlertTone[] = ["danger", "warning", "info", "success"];

const later = () => Promise.resolve();

export function FeedbackExamples() {
  return (
    <>
      <Example of="InlineAlert">
        {tones.map((tone) => (
          <State key={tone} name={tone}>
            <InlineAlert tone={tone}>Your passport expires in 5 months.</InlineAlert>
          </State>
        ))}
        <State name="long text" wide>
          <InlineAlert>
            <p>{longText}</p>
            <p>{longText}</p>
          </InlineAlert>
        </State>
      </Example>
      <Example of="InlineAlerts">
        <State name="two messages">
          <InlineAlerts of={[{ message: "The case has changed." }, { message: longText }]} />
        </State>
      </Example>
      <Example of="LoadFailure">
        <State name="error">
          <LoadFailure message="We could not reach the server. Check your connection." onRetry={noop} />
        </State>
      </Example>
      <Example of="PageFailure">
        <State name="error">
          <PageFailure what="this page" message="The server does not answer." onRetry={noop} />
        </State>
      </Example>
      <Example of="Pending">
        <State name="loading">
          <Pending error={undefined} refetch={later}>
            <Skeleton height={48} />
          </Pending>
        </State>
        <State name="error">
          <Pending error={new Error("The server does not answer.")} refetch={later}>
            <Skeleton height={48} />
          </Pending>
        </State>
      </Example>
      <Example of="ShowMore">
        {(["idle", "busy", "failed"] as const).map((state) => (
          <State key={state} name={state}>
            <ShowMore more={{ state, reset: noop, showMore: later }} hasMore />
          </State>
        ))}
      </Example>
      <Example of="ApplicationFailure">
        <State name="error">
          <ApplicationFailure message="The server does not answer." onRetry={noop} />
        </State>
      </Example>
      <Example of="EmptyState">
        <State name="empty">
          <EmptyState title="No applications yet" />
        </State>
        <State name="with a link, long text">
          <EmptyState title={longText}>
            <ButtonLink to="/">Find a visa</ButtonLink>
          </EmptyState>
        </State>
      </Example>
      <SkeletonExamples />
      <ToastExamples />
    </>
  );
}

function SkeletonExamples() {
  return (
    <>
      <Example of="Skeleton">
        <State name="loading">
          <Skeleton height={64} />
        </State>
      </Example>
      <Example of="SkeletonCard">
        <State name="with a title">
          <SkeletonCard rows={3} />
        </State>
        <State name="without a title">
          <SkeletonCard rows={2} hasTitle={false} />
        </State>
      </Example>
      <Example of="SkeletonFields">
        <State name="loading">
          <SkeletonFields count={2} />
        </State>
      </Example>
      <Example of="LoadingRegion">
        <State name="loading">
          <LoadingRegion>
            <Skeleton height={48} />
          </LoadingRegion>
        </State>
      </Example>
    </>
  );
}

function ToastExamples() {
  const toast = useToast();
  return (
    <Example of="Toast">
      <State name="success">
        <Toast message={{ id: 1, text: "Saved", isError: false }} onClose={noop} />
      </State>
      <State name="error">
        <Toast message={{ id: 2, text: "This device could not save it.", isError: true }} onClose={noop} />
      </State>
      <State name="long text">
        <Toast message={{ id: 3, text: longText, isError: true }} onClose={noop} />
      </State>
      <State name="over the page">
        <ButtonGroup kind="part">
          <Button variant="secondary" onClick={() => toast.success("Saved")}>
            Show a success
          </Button>
          <Button variant="secondary" onClick={() => toast.error("It could not be saved.")}>
            Show an error
          </Button>
        </ButtonGroup>
      </State>
    </Example>
  );
}
