import { useId, useState } from "react";
import { maxFiles } from "../../../server/modules/file/file.rules";
import { Button } from "../../components/Button";
import { InlineAlert } from "../../components/feedback/InlineAlert";
import { MultiFileField } from "../../file/field/MultiFileField";
import { fileRuleLine } from "../../file/fileRuleLine";
import { useChecks } from "../../file/field/useChecks";
import { describeLater, usualReason } from "../form/requiredSlots";
import { type SendFailure, SendingState } from "../form/SendingState";
import { useUpload } from "../form/useUpload";
import type { ApplicantPartsFragment } from "../operations.generated";
import { maxBytesOfFiles } from "../wizard/useApplicantFiles";
import type { ChangeFiles, ChosenFile } from "./documentsDraft";
import styles from "./DocumentsNeeded.module.css";
import {
  useAddVisaApplicantDocumentMutation,
  useSetVisaApplicantDocumentReasonMutation,
} from "./operations.generated";
import { findProblem } from "../../lib/errorMessage";
import { useAttempt } from "../../lib/useAttempt";

interface DocumentUploadProps {
  applicant: ApplicantPartsFragment;
  document: ApplicantPartsFragment["requiredDocuments"][number];
  /** The document and the applicant, as in "Send – Flight tickets for Asha Rao". */
  subject: string;
  chosen: readonly ChosenFile[];
  onChange: (change: ChangeFiles) => void;
  /** Called with a message once the document has been sent or its reason has been changed. */
  onDone: (message: string) => void;
  onStale: () => void;
}

export function DocumentUpload(props: DocumentUploadProps) {
  const { applicant, document, subject, chosen, onDone, onStale } = props;
  const { documentName, reason, note } = document;
  const id = useId();
  const { isChecking, whileChecking } = useChecks();
  const { failure, error, reset, send, ...sending } = useSendDocument(props);
  const isBusy = isChecking || sending.isSending;
  const submit = () => {
    if (!isBusy) void send();
  };
  const change = (to: ChangeFiles) => {
    props.onChange(to);
    reset();
  };

  return (
    <div role="group" aria-label={documentName} className="sheet pad stack-2">
      <div inert={sending.isSending}>
        <MultiFileField
          id={id}
          label={documentName}
          isSlot
          rules={fileRuleLine(undefined)}
          files={chosen.map(({ key, prepared: { file, contentType } }) => ({
            key,
            documentName,
            contentType,
            name: file.name,
            size: file.size,
          }))}
          onAdd={(added) => {
            const keyed = added.map((prepared) => ({ key: crypto.randomUUID(), prepared }));
            change((present) => [...present, ...keyed]);
          }}
          onRemove={(key) => change((present) => present.filter((file) => file.key !== key))}
          whileChecking={whileChecking}
          room={{
            files: maxFiles - chosen.length,
            bytes: chosen.reduce((left, { prepared }) => left - prepared.file.size, maxBytesOfFiles),
          }}
          error={error}
        />
      </div>
      {reason && chosen.length === 0 && (
        <p className="small anywhere">{describeLater({ isQuestion: false, reason, note })}</p>
      )}
      {error && <InlineAlert>{error}</InlineAlert>}
      <SendingState
        sending={sending}
        failure={failure}
        onRetry={submit}
        visaRequestId={applicant.visaRequestId}
        thing="this document"
      />
      {chosen.length === 0 && <AppliesButton {...{ applicant, document, subject, onDone, onStale }} />}
      {chosen.length > 0 && (
        <Button className={`no-print ${styles["send"]}`} busy={isBusy} onClick={submit}>
          Send<span className="visually-hidden"> – {subject}</span>
        </Button>
      )}
    </div>
  );
}

/** Sends the chosen files. `error` is about the files, `failure` about anything else. */
function useSendDocument(props: DocumentUploadProps) {
  const { applicant, document, subject, chosen, onDone, onStale } = props;
  const { visaApplicantId } = applicant;
  const { documentName } = document;
  const [idempotencyKey, setIdempotencyKey] = useState(() => crypto.randomUUID());
  const [failure, setFailure] = useState<SendFailure>();
  const [error, setError] = useState<string>();
  const { run, ...sending } = useUpload();
  const [addDocument] = useAddVisaApplicantDocumentMutation();

  /** Changed files need a new idempotency key, because the server rejects a key that was used for other files. */
  const reset = () => {
    setIdempotencyKey(crypto.randomUUID());
    setFailure(undefined);
    setError(undefined);
  };

  const send = async () => {
    setError(undefined);
    setFailure(navigator.onLine ? undefined : { kind: "offline" });
    if (!navigator.onLine) return;
    const documentFiles = chosen.map(({ prepared }) => prepared.file);
    const input = { visaApplicantId, documentName, documentFiles, idempotencyKey };
    const outcome = await run(async (context) => {
      const { data } = await addDocument({ variables: { input }, context: { ...context } });
      return data?.addVisaApplicantDocument;
    });
    if (outcome.kind === "done") return onDone(`Sent: ${subject}`);
    // Reloads, because this call or an earlier one may have reached the server although its response was lost.
    onStale();
    if (outcome.kind !== "refused") return setFailure(outcome);
    const isAboutFiles = outcome.userErrors.every(({ field }) => field?.includes("documentFiles"));
    const messages = outcome.userErrors.map(({ message }) => message);
    if (isAboutFiles) setError(messages.join(" "));
    else setFailure({ kind: "refused", messages, isRepeat: false });
  };

  return { ...sending, send, failure, error, reset };
}

type AppliesButtonProps = Pick<
  DocumentUploadProps,
  "applicant" | "document" | "subject" | "onDone" | "onStale"
>;

/** A button that marks a missing document as not applicable to the applicant, or as applicable again. */
function AppliesButton({ applicant, document, subject, onDone, onStale }: AppliesButtonProps) {
  const { visaApplicantId } = applicant;
  const { documentName } = document;
  const isNotNeeded = document.reason === "NOT_NEEDED";
  const [setReason] = useSetVisaApplicantDocumentReasonMutation();
  const { problem, isBusy, attempt } = useAttempt();

  const act = async () => {
    const reason = isNotNeeded ? usualReason : "NOT_NEEDED";
    const input = { visaApplicantId, documentName, reason };
    const isDone = await attempt(async () => findProblem(await setReason({ variables: { input } })));
    if (isDone) return onDone(`${isNotNeeded ? "Needed" : "Not needed"}: ${subject}`);
    // Reloads, because the call may have reached the server although its response was lost.
    onStale();
  };

  return (
    <>
      {problem && <InlineAlert>{problem}</InlineAlert>}
      <Button
        variant="secondary"
        className={`no-print ${styles["send"]}`}
        busy={isBusy}
        onClick={() => void act()}
      >
        {isNotNeeded ? "It applies to me" : "It does not apply to me"}
        <span className="visually-hidden"> – {subject}</span>
      </Button>
    </>
  );
}
