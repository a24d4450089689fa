import { useRef } from "react";
import { correctableFields } from "../../../server/modules/applicant/applicantFields.rules";
import { showValue } from "../../applicant/applicantLabels";
import { PendingApproval } from "../../approval/PendingApproval";
import { InlineAlert } from "../../components/feedback/InlineAlert";
import { StatusChip } from "../../components/StatusChip";
import { fileKinds } from "../../file/fileKinds";
import { formatDay, formatMoment } from "../../lib/days";
import { useFocusAfter } from "../../lib/focusInView";
import type { VisaApplicantStatus } from "../../schemaTypes.generated";
import { OpenCorrections } from "../correction/OpenCorrections";
import { Decisions } from "../decision/Decisions";
import { TakeBack } from "../decision/TakeBack";
import { fieldLabels, rejectionReasonLabels } from "./caseLabels";
import type { StaffApplicantPartsFragment } from "./operations.generated";
import styles from "./Travellers.module.css";
import { useCase } from "./useCase";

export const isDecided = (status: VisaApplicantStatus) => status === "APPROVED" || status === "REJECTED";

interface TravellerStateProps {
  applicant: StaffApplicantPartsFragment;
  canDecide: boolean;
}

/** The decision, the corrections and their answers, with buttons to decide or to take an approval back. */
export function TravellerState({ applicant, canDecide }: TravellerStateProps) {
  const { reload } = useCase();
  const heading = useRef<HTMLHeadingElement>(null);
  const focus = useFocusAfter();
  const { visaApplicant, samePassportIn, corrections, toldAt, mayTakeBack, approval } = applicant;
  const { answeredCorrections, replacedPapers } = applicant;
  const { title, firstName, lastName, visaApplicantStatus: status } = visaApplicant;
  const person = `${firstName} ${lastName}`;
  // Moves the focus, because a change may remove the focused element.
  const toHeading = () => focus(() => heading.current, { preventScroll: true });

  return (
    <div className="sheet pad stack-3">
      <div className={`cluster spread ${styles["head"]}`}>
        <h3 ref={heading} tabIndex={-1} className={`anywhere ${styles["name"]}`}>
          {title} {person}
        </h3>
        <StatusChip status={status} />
      </div>
      {isDecided(status) && (
        <p>
          {status === "APPROVED" ? "Approved" : "Rejected"}
          {visaApplicant.decidedAt && ` on ${formatMoment(visaApplicant.decidedAt)}`}
          {visaApplicant.rejectionReason && `: ${rejectionReasonLabels[visaApplicant.rejectionReason]}`}
          {visaApplicant.decisionNote && ` – “${visaApplicant.decisionNote}”`}
        </p>
      )}
      {toldAt && (
        <TakeBack
          visaApplicantId={visaApplicant.visaApplicantId}
          toldAt={toldAt}
          mayTakeBack={mayTakeBack === true}
          onDone={toHeading}
        />
      )}
      {samePassportIn.length > 0 && (
        <InlineAlert tone="warning">The same passport number is in {samePassportIn.join(", ")}.</InlineAlert>
      )}
      {corrections.length > 0 && (
        <OpenCorrections applicant={applicant} person={person} canChange={canDecide} onChanged={toHeading} />
      )}
      {answeredCorrections.length + replacedPapers.length > 0 && (
        <AnsweredCorrections answered={answeredCorrections} replaced={replacedPapers} />
      )}
      {approval && <PendingApproval approval={approval} onDecided={reload} />}
      {canDecide && !isDecided(status) && !approval && (
        <Decisions applicant={applicant} person={person} onDecided={toHeading} />
      )}
    </div>
  );
}

type Answered = StaffApplicantPartsFragment["answeredCorrections"][number];

interface AnsweredCorrectionsProps {
  answered: readonly Answered[];
  replaced: StaffApplicantPartsFragment["replacedPapers"];
}

/** The traveller's answers: values before and after, confirmations, and kinds of replaced files. */
function AnsweredCorrections({ answered, replaced }: AnsweredCorrectionsProps) {
  return (
    <div>
      <h4 id="answers-title">Answers to corrections</h4>
      <ul className="stack-1" aria-labelledby="answers-title">
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
  return <span className="small">answered on {formatDay(answeredAt)}</span>;
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
