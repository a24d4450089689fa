import { useRef } from "react";
import { mayApplicantMove } from "../../../server/modules/applicant/applicantStatus.rules";
import { isUnderReview } from "../../../server/modules/visaRequest/visaRequest.rules";
import { PendingApproval } from "../../approval/PendingApproval";
import { InlineAlert } from "../../components/feedback/InlineAlert";
import { StatusChip } from "../../components/StatusChip";
import { classes } from "../../lib/classes";
import { formatMoment } from "../../lib/days";
import { useFocusAfter } from "../../lib/focusInView";
import { AnsweredCorrections } from "../correction/AnsweredCorrections";
import { OpenCorrections } from "../correction/OpenCorrections";
import { Decisions } from "../decision/Decisions";
import { TakeBack } from "../decision/TakeBack";
import { DocumentPanel } from "../document/DocumentPanel";
import { MrzPanel } from "../mrz/MrzPanel";
import pageStyles from "./Case.module.css";
import { rejectionReasonLabels } from "./caseLabels";
import type { StaffApplicantPartsFragment } from "./operations.generated";
import { TravellerConsent } from "./TravellerConsent";
import { TravellerDetails } from "./TravellerDetails";
import { TravellerDocuments } from "./TravellerDocuments";
import styles from "./Travellers.module.css";
import { useCase } from "./useCase";

interface TravellerPanelProps {
  applicant: StaffApplicantPartsFragment;
  hasShortcuts: boolean;
}

/** One applicant: files on the left; details, decisions and corrections next to them. */
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
    <div className={pageStyles["columns"]}>
      <DocumentPanel
        files={papers}
        person={person}
        canReview={canDecide && mayApplicantMove(status, "APPROVED")}
        hasShortcuts={hasShortcuts}
      />
      <div className={styles["side"]}>
        <div className={classes(pageStyles["section"], styles["summary"])}>
          <div className={styles["head"]}>
            <h3 ref={heading} tabIndex={-1} className={styles["name"]}>
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
