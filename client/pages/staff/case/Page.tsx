import { type ComponentProps, useCallback } from "react";
import { useApolloClient } from "@apollo/client/react";
import { Link, useParams } from "react-router-dom";
import { unlessExpired } from "../../../auth/session";
import { LoadingRegion, Skeleton, SkeletonCard } from "../../../components/feedback/Skeleton";
import { PageFailure, QueryFailure } from "../../../components/feedback/PageFailure";
import { useFreshLinks } from "../../../file/signedLinks";
import { Activity } from "../../../review/case/Activity";
import styles from "../../../review/case/Case.module.css";
import { CaseHeader } from "../../../review/case/CaseHeader";
import {
  AddNoteDocument,
  StaffCaseDocument,
  type StaffCasePartsFragment,
  useStaffCaseQuery,
} from "../../../review/case/operations.generated";
import { ShortcutHelp, useShortcutSwitch } from "../../../review/case/ShortcutHelp";
import { Travellers } from "../../../review/case/Travellers";
import { CaseContext, useCase, useRunAction, useSend } from "../../../review/case/useCase";
import { useQueuePath } from "../../../review/queue/caseOrigin";
import { Payments } from "../../../review/refund/Payments";
import { usePageTitle } from "../../../seo/useHead";
import { Button } from "../../../components/Button";
import { InlineAlerts } from "../../../components/feedback/InlineAlert";
import { Form, TextAreaField } from "../../../components/form/inputs";
import { formatMoment } from "../../../lib/days";
import { displayName } from "../../../lib/format";
import { useUnsavedEntry } from "../../../review/case/unsavedEntry";
import { maxStaffNoteLength } from "../../../../server/core/note.rules";

export default function StaffCasePage() {
  const { visaRequestId = "" } = useParams();
  const { data, loading, error, refetch } = useStaffCaseQuery({
    variables: { visaRequestId },
    fetchPolicy: "cache-and-network",
  });
  const refresh = useRefresh(visaRequestId);
  useFreshLinks(data, unlessExpired(refresh));
  const staffCase = data?.staffVisaRequest ?? undefined;
  const queue = useQueuePath();
  const title = staffCase ? `Case ${staffCase.visaRequest.visaReferenceNo}` : "Application not found";
  usePageTitle(staffCase || (!loading && !error) ? title : undefined);

  if (staffCase)
    return (
      <Case
        key={visaRequestId}
        visaRequestId={visaRequestId}
        staffCase={staffCase}
        failure={error && { error, refetch }}
        refresh={refresh}
      />
    );
  if (loading) return <CaseSkeleton />;
  if (error) return <PageFailure what="this application" {...{ error, refetch }} />;
  return (
    <div className="stack-5">
      <h1 tabIndex={-1}>Application not found</h1>
      <p>The address may be incomplete, or the application may have been removed with its account.</p>
      <p>
        <Link to={queue}>Back to the queue</Link>
      </p>
    </div>
  );
}

/** Returns a function that reloads an open case; if that fails, the displayed data stays. */
function useRefresh(visaRequestId: string): () => Promise<void> {
  const client = useApolloClient();
  return useCallback(async () => {
    const variables = { visaRequestId, isRefresh: true };
    await client
      .query({ query: StaffCaseDocument, variables, fetchPolicy: "network-only" })
      .catch(() => undefined);
  }, [client, visaRequestId]);
}

interface CaseProps {
  visaRequestId: string;
  staffCase: StaffCasePartsFragment;
  failure: ComponentProps<typeof QueryFailure> | undefined;
  refresh: () => Promise<void>;
}

function Case({ visaRequestId, staffCase, failure, refresh }: CaseProps) {
  const run = useRunAction(visaRequestId, refresh);
  const [hasShortcuts, setShortcuts] = useShortcutSwitch();
  return (
    <CaseContext value={{ staffCase, run, reload: refresh }}>
      <div className="stack-5">
        {failure && <QueryFailure {...failure} />}
        <CaseHeader />
        <Travellers hasShortcuts={hasShortcuts} />
        <div className={`stack-5 ${styles["rest"]}`}>
          <Notes />
          <Payments />
          <Activity />
        </div>
        <ShortcutHelp isOn={hasShortcuts} onChange={setShortcuts} />
      </div>
    </CaseContext>
  );
}

function CaseSkeleton() {
  return (
    <LoadingRegion className="stack-5">
      <Skeleton height={44} width="50%" />
      <Skeleton height={120} />
      <div className={`stack-5 ${styles["columns"]}`}>
        <SkeletonCard rows={14} />
        <SkeletonCard rows={14} />
      </div>
    </LoadingRegion>
  );
}

const noNote = { text: "", idempotencyKey: "" };

function Notes() {
  const { notes, visaRequest } = useCase().staffCase;
  const { isBusy, send, showViolations, findError, findOthers } = useSend();
  const [note, setNote] = useUnsavedEntry(`note ${visaRequest.visaRequestId}`, noNote);
  // Because of the idempotency key, sending a note again after a lost response does not add it twice.
  const change = (text: string) => setNote(text ? { text, idempotencyKey: crypto.randomUUID() } : noNote);

  const add = async () => {
    const text = note.text.trim();
    if (!text) return showViolations([{ field: "text", message: "Enter a note" }]);
    const outcome = await send({
      document: AddNoteDocument,
      input: { ...note, visaRequestId: visaRequest.visaRequestId, text },
      done: "Note added",
    });
    if (outcome === "done") change("");
  };

  return (
    <section id="notes" tabIndex={-1} aria-labelledby="notes-title" className="sheet pad stack-4">
      <h2 id="notes-title" className="text-l">
        Notes
      </h2>
      {notes.length === 0 ? (
        <p className="small">No notes yet. Travellers never see them.</p>
      ) : (
        <ul className={`stack-3 ruled ${styles["list"]}`}>
          {notes.map(({ staffNoteId, at, by, text: said }) => (
            <li key={staffNoteId}>
              <p className="small">
                {displayName(by)}, {formatMoment(at)}
              </p>
              <p className={`anywhere ${styles["noteText"]}`}>{said}</p>
            </li>
          ))}
        </ul>
      )}
      <Form className="stack-1" onSubmit={add}>
        <InlineAlerts of={findOthers(["text"])} />
        <TextAreaField
          id="note-text"
          label="Note for colleagues"
          error={findError("text")}
          rows={3}
          maxLength={maxStaffNoteLength}
          value={note.text}
          onText={change}
        />
        <div className="wrap gap-3">
          <Button type="submit" variant="secondary" busy={isBusy}>
            Add note
          </Button>
        </div>
      </Form>
    </section>
  );
}
