import { useRef } from "react";
import { mayApplicantMove } from "../../../server/modules/applicant/applicantStatus.rules";
import { isUnderReview } from "../../../server/modules/visaRequest/visaRequest.rules";
import { PendingApproval } from "../../approval/PendingApproval";
import { InlineAlert } from "../../components/feedback/InlineAlert";
import { StatusChip } from "../../components/StatusChip";
import { formatDay, formatMoment } from "../../lib/days";
import { useFocusAfter } from "../../lib/focusInView";
import { OpenCorrections } from "../correction/OpenCorrections";
import { Decisions } from "../decision/Decisions";
import { TakeBack } from "../decision/TakeBack";
import { DocumentPanel } from "../document/DocumentPanel";
import { MrzPanel } from "../mrz/MrzPanel";
import pageStyles from "./Case.module.css";
import { fieldLabels, rejectionReasonLabels } from "./caseLabels";
import type { StaffApplicantPartsFragment } from "./operations.generated";
import { TravellerDetails } from "./TravellerDetails";
import styles from "./Travellers.module.css";
import { useCase } from "./useCase";
import { neededConsent, ownConsentFromAge } from "../../../server/modules/consent/consent.rules";
import { todayInKolkata } from "../../../server/core/day.rules";
import { describeLater } from "../../applicant/form/requiredSlots";
import { correctableFields } from "../../../server/modules/applicant/applicantFields.rules";
import { fileKinds } from "../../file/fileKinds";
import { FileLink } from "../../file/field/FileIcon";
import { showValue } from "../../applicant/applicantLabels";

interface TravellerPanelProps {
  applicant: StaffApplicantPartsFragment;
  hasShortcuts: boolean;
}

export function TravellerPanel({ applicant, hasShortcuts }: TravellerPanelProps) {
  const { staffCase, reload } = useCase();
  const { isMine, visaRequest } = staffCase;
  const heading = useRef<HTMLHeadingElement>(null);
  const focus = useFocusAfter();
  const { visaApplicant, papers, samePassportIn, corrections, toldAt, approval } = applicant;
  const { answeredCorrections, replacedPapers } = applicant;
  const { title, firstName, lastName, visaApplicantStatus: status } = visaApplicant;
  const person = `${firstName} ${lastName}`;
  const canDecide = isMine && isUnderReview(visaRequest.visaRequestStatus);
  // The focused element may be removed by a change.
  const toHeading = () => focus(() => heading.current, { preventScroll: true });
  const isDecided = status === "APPROVED" || status === "REJECTED";

  return (
    <div className={`stack-5 ${pageStyles["columns"]}`}>
      <DocumentPanel
        files={papers}
        person={person}
        canReview={canDecide && mayApplicantMove(status, "APPROVED")}
        hasShortcuts={hasShortcuts}
      />
      <div className="stack-4">
        <div className={`sheet pad stack-3 ${pageStyles["section"]}`}>
          <div className={`cluster spread ${styles["head"]}`}>
            <h3 ref={heading} tabIndex={-1} className={`anywhere ${styles["name"]}`}>
              {title} {person}
            </h3>
            <StatusChip status={status} />
          </div>
          {isDecided && (
            <p>
              {status === "APPROVED" ? "Approved" : "Rejected"}
              {visaApplicant.decidedAt && ` on ${formatMoment(visaApplicant.decidedAt)}`}
              {visaApplicant.rejectionReason && `: ${rejectionReasonLabels[visaApplicant.rejectionReason]}`}
              {visaApplicant.decisionNote && ` – “${visaApplicant.decisionNote}”`}
            </p>
          )}
          {toldAt && (
            <TakeBack visaApplicantId={visaApplicant.visaApplicantId} toldAt={toldAt} onDone={toHeading} />
          )}
          {samePassportIn.length > 0 && (
            <InlineAlert tone="warning">
              The same passport number is in {samePassportIn.join(", ")}.
            </InlineAlert>
          )}
          {corrections.length > 0 && (
            <OpenCorrections
              applicant={applicant}
              person={person}
              canChange={canDecide}
              onChanged={toHeading}
            />
          )}
          {answeredCorrections.length + replacedPapers.length > 0 && (
            <AnsweredCorrections answered={answeredCorrections} replaced={replacedPapers} />
          )}
          {approval && <PendingApproval approval={approval} onDecided={reload} />}
          {canDecide && !isDecided && !approval && (
            <Decisions applicant={applicant} person={person} onDecided={toHeading} />
          )}
        </div>
        <TravellerDetails applicant={visaApplicant} mrz={applicant.mrz?.fields} />
        <TravellerDocuments applicant={applicant} />
        <TravellerConsent applicant={visaApplicant} />
        <MrzPanel
          visaApplicantId={visaApplicant.visaApplicantId}
          mrz={applicant.mrz ?? undefined}
          canEnter={canDecide && !isDecided}
        />
      </div>
    </div>
  );
}

/** An applicant's consent, and whether the right person gave it by the date of birth. */
function TravellerConsent({ applicant }: { applicant: StaffApplicantPartsFragment["visaApplicant"] }) {
  const { consent, dateOfBirth } = applicant;
  const needed = consent && neededConsent(dateOfBirth, todayInKolkata(new Date(consent.givenAt)));
  return (
    <section aria-labelledby="consent-title" className={`sheet pad stack-4 ${pageStyles["section"]}`}>
      <h3 id="consent-title">Consent</h3>
      {consent ? (
        <p title={consent.text}>
          {consent.kind === "GUARDIAN"
            ? `By the parent or guardian ${consent.guardianName}`
            : "The traveller's own"}
          , {formatMoment(consent.givenAt)}, to the text of {formatDay(consent.textVersion)}
          {consent.recordedBy && `. Recorded by the partner ${consent.recordedBy}`}
        </p>
      ) : (
        <p className="small">No consent recorded (sent by API, or before consents were recorded)</p>
      )}
      {consent && needed !== consent.kind && (
        <InlineAlert tone="warning">
          {needed === "GUARDIAN"
            ? `By the date of birth this traveller was under ${ownConsentFromAge} on that day: a parent or guardian has to agree.`
            : `By the date of birth this traveller was ${ownConsentFromAge} or older on that day: they have to agree themselves.`}
        </InlineAlert>
      )}
    </section>
  );
}

/** Required documents: the files sent for each, the reason for leaving it for later, or neither. */
function TravellerDocuments({ applicant }: { applicant: StaffApplicantPartsFragment }) {
  const { papers, visaApplicant } = applicant;
  const { requiredDocuments } = visaApplicant;
  return (
    <section aria-labelledby="required-title" className={`sheet pad stack-4 ${pageStyles["section"]}`}>
      <h3 id="required-title">Documents Required</h3>
      {requiredDocuments.length === 0 ? (
        <p className="small">Not asked for: sent before each document had its place</p>
      ) : (
        <ul className="stack-3 bullets">
          {requiredDocuments.map(({ documentName, isQuestion, state, reason, note, answer }) => (
            <li key={documentName}>
              {documentName}
              {answer && <strong className={styles["answer"]}>{answer}</strong>}
              {state === "SENT" ? (
                papers
                  .filter((paper) => paper.documentName === documentName)
                  .map(({ fileId, imageName, src }) => (
                    <FileLink key={fileId} className={styles["answer"]} href={src}>
                      {imageName}
                    </FileLink>
                  ))
              ) : (
                <strong className={styles["answer"]}>
                  {state === "LATER" && reason ? (
                    <>
                      Left for later: {describeLater({ isQuestion, reason })}
                      {note && <> – “{note}”</>}
                    </>
                  ) : (
                    "Nothing said"
                  )}
                </strong>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

type Answered = StaffApplicantPartsFragment["answeredCorrections"][number];

interface AnsweredCorrectionsProps {
  answered: readonly Answered[];
  replaced: StaffApplicantPartsFragment["replacedPapers"];
}

/** The traveller's answers: the values before and after, or a confirmation, or the kind of a replaced file. */
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
