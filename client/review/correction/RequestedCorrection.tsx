import { Button } from "../../components/Button";
import { Field } from "../../components/form/Field";
import { TextInput } from "../../components/form/inputs";
import { correctionReasonLabels } from "../case/caseLabels";
import styles from "../DialogForm.module.css";
import { ReasonSelect } from "../ReasonSelect";
import type { CorrectionDraft } from "./requestedCorrections";

interface RequestedCorrectionProps {
  draft: CorrectionDraft;
  reasonFault: string | undefined;
  noteFault: string | undefined;
  onChange: (changes: Partial<CorrectionDraft>) => void;
  onRemove: () => void;
}

/** The id of one of the two inputs of a thing to put right. */
export function itemInputId({ key }: CorrectionDraft, input: "reason" | "note"): string {
  return `correction-${key}-${input}`;
}

/** One thing to put right: why, and a word for the traveller. */
export function RequestedCorrection({
  draft,
  reasonFault,
  noteFault,
  onChange,
  onRemove,
}: RequestedCorrectionProps) {
  const isMissing = draft.target.kind === "missing";
  return (
    <li className={styles["item"]}>
      <div className={styles["itemHead"]}>
        <h3>{draft.name}</h3>
        <Button variant="quiet" onClick={onRemove}>
          Leave out<span className="visually-hidden"> – {draft.name}</span>
        </Button>
      </div>
      <div className={styles["itemFields"]}>
        {!isMissing && (
          <Field id={itemInputId(draft, "reason")} label={<>Reason{ofWhat(draft)}</>} error={reasonFault}>
            {(control) => (
              <ReasonSelect
                {...control}
                labels={correctionReasonLabels}
                value={draft.reason}
                onChoose={(reason) => onChange({ reason })}
              />
            )}
          </Field>
        )}
        <Field
          id={itemInputId(draft, "note")}
          label={
            <>
              {isMissing ? "Which paper, and why" : "Word for the traveller"}
              {ofWhat(draft)}
            </>
          }
          optional={!isMissing && draft.reason !== "OTHER"}
          error={noteFault}
        >
          {(control) => (
            <TextInput
              {...control}
              maxLength={500}
              value={draft.note}
              onChange={(event) => onChange({ note: event.target.value })}
            />
          )}
        </Field>
      </div>
    </li>
  );
}

const ofWhat = ({ name }: CorrectionDraft) => <span className="visually-hidden"> – {name}</span>;
