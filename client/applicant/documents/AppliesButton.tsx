import { useState } from "react";
import { Button } from "../../components/Button";
import { InlineAlert } from "../../components/feedback/InlineAlert";
import { errorMessage } from "../../lib/errorMessage";
import { usualReason } from "../form/requiredSlots";
import type { ApplicantPartsFragment } from "../operations.generated";
import styles from "./DocumentsNeeded.module.css";
import { useSetVisaApplicantDocumentReasonMutation } from "./operations.generated";

interface AppliesButtonProps {
  applicant: ApplicantPartsFragment;
  document: ApplicantPartsFragment["requiredDocuments"][number];
  onDone: () => void;
  onStale: () => void;
}

/** States that a missing document does not apply to the applicant, or takes that back. */
export function AppliesButton({ applicant, document, onDone, onStale }: AppliesButtonProps) {
  const { visaApplicantId } = applicant;
  const { documentName } = document;
  const isNotNeeded = document.reason === "NOT_NEEDED";
  const [setReason, { loading }] = useSetVisaApplicantDocumentReasonMutation();
  const [problem, setProblem] = useState<string>();

  const act = async () => {
    setProblem(undefined);
    const reason = isNotNeeded ? usualReason : "NOT_NEEDED";
    try {
      const { data } = await setReason({ variables: { input: { visaApplicantId, documentName, reason } } });
      const [refusal] = data?.setVisaApplicantDocumentReason.userErrors ?? [];
      if (!refusal) return onDone();
      setProblem(refusal.message);
    } catch (error) {
      setProblem(errorMessage(error));
    }
    // The call may have arrived although its response was lost.
    onStale();
  };

  return (
    <>
      {problem && <InlineAlert>{problem}</InlineAlert>}
      <Button variant="secondary" className={styles["send"]} busy={loading} onClick={() => void act()}>
        {isNotNeeded ? "It applies to me" : "It does not apply to me"}
        <span className="visually-hidden"> – {documentName}</span>
      </Button>
    </>
  );
}
