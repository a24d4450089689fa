import { correctableFields } from "../../../server/modules/applicant/applicantFields.rules";
import { showValue } from "../../applicant/applicantLabels";
import { fileKinds } from "../../file/fileKinds";
import { formatDay } from "../../lib/days";
import pageStyles from "../case/Case.module.css";
import { fieldLabels } from "../case/caseLabels";
import type { StaffApplicantPartsFragment } from "../case/operations.generated";
import styles from "../case/Travellers.module.css";

type Answered = StaffApplicantPartsFragment["answeredCorrections"][number];

interface AnsweredCorrectionsProps {
  answered: readonly Answered[];
  replaced: StaffApplicantPartsFragment["replacedPapers"];
}

/**
 * The traveller's answers: the values before and after, a confirmation that the value is right, or the kind
 * of a replaced file.
 */
export function AnsweredCorrections({ answered, replaced }: AnsweredCorrectionsProps) {
  return (
    <div>
      <h4 id="answers-title">Answers to corrections</h4>
      <ul className={styles["waitingList"]} aria-labelledby="answers-title">
        {answered.map((answer) => (
          <li key={answer.correctionId}>
            <strong>{fieldLabels[answer.field]}</strong>: <Values answer={answer} />{" "}
            <AnsweredOn {...answer} />
          </li>
        ))}
        {replaced.map((answer) => (
          <li key={answer.correctionId}>
            <strong>{fileKinds[answer.paper].label}</strong>: replaced <AnsweredOn {...answer} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function AnsweredOn({ answeredAt }: { answeredAt: string }) {
  return <span className={pageStyles["hint"]}>answered on {formatDay(answeredAt)}</span>;
}

function Values({ answer: { field, before, after, isRightAsItIs } }: { answer: Answered }) {
  const shown = (value: string) => <b className="numbers">{showValue(correctableFields[field], value)}</b>;
  if (before !== after)
    return (
      <>
        before {shown(before)}, after {shown(after)}
      </>
    );
  return (
    <>
      {shown(after)} unchanged{isRightAsItIs && ": the traveller says it is right as it is"}
    </>
  );
}
