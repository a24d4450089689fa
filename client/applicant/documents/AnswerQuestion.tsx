import { useId, useState } from "react";
import { checkGivenAnswer, maxAnswerLength } from "../../../server/modules/applicant/documents/answers.rules";
import { Button } from "../../components/Button";
import { InlineAlert } from "../../components/feedback/InlineAlert";
import { Form, TextField } from "../../components/form/inputs";
import { errorMessage, payloadOf } from "../../lib/errorMessage";
import { focusInView } from "../../lib/focusInView";
import type { ApplicantPartsFragment } from "../operations.generated";
import styles from "./DocumentsNeeded.module.css";
import { useAddVisaApplicantDocumentMutation } from "./operations.generated";

interface AnswerQuestionProps {
  applicant: ApplicantPartsFragment;
  question: ApplicantPartsFragment["requiredDocuments"][number];
  /** The question and the applicant, as in "Send – Hotel for Asha Rao". */
  subject: string;
  answer: string;
  onAnswer: (answer: string) => void;
  /** Called with a message once the answer has been sent. */
  onDone: (message: string) => void;
  onStale: () => void;
}

/** Asks a question of the visa that the traveller left for later. */
export function AnswerQuestion(props: AnswerQuestionProps) {
  const { applicant, question, subject, answer, onAnswer, onDone, onStale } = props;
  const { visaApplicantId } = applicant;
  const { documentName } = question;
  const id = useId();
  const [error, setError] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [send, { loading }] = useAddVisaApplicantDocumentMutation();

  const refuse = (message: string) => {
    setError(message);
    focusInView(id);
  };
  const submit = async () => {
    const [violation] = checkGivenAnswer(answer, "answer");
    if (violation) return refuse(violation.message);
    setProblem(undefined);
    try {
      // Needs no idempotency key, because repeating the call stores the same answer.
      const response = await send({ variables: { input: { visaApplicantId, documentName, answer } } });
      const [refusal] = payloadOf(response).userErrors;
      if (!refusal) return onDone(`Sent: ${subject}`);
      if (refusal.field === "answer") return refuse(refusal.message);
      setProblem(refusal.message);
    } catch (failure) {
      setProblem(errorMessage(failure));
    }
    // Reloads, because the call may have reached the server although its response was lost.
    onStale();
  };

  return (
    <Form className="sheet pad stack-2" onSubmit={submit}>
      <TextField
        id={id}
        label={documentName}
        error={error}
        value={answer}
        maxLength={maxAnswerLength}
        autoComplete="off"
        onText={(text) => {
          onAnswer(text);
          setError(undefined);
        }}
      />
      {problem && <InlineAlert>{problem}</InlineAlert>}
      <Button type="submit" className={`no-print ${styles["send"]}`} busy={loading}>
        Send<span className="visually-hidden"> – {subject}</span>
      </Button>
    </Form>
  );
}
