import { mayApplicantMove } from "../../../server/modules/applicant/applicantStatus.rules";
import { isUnderReview } from "../../../server/modules/visaRequest/visaRequest.rules";
import { InlineAlert } from "../../components/feedback/InlineAlert";
import { formatDay, formatMoment } from "../../lib/days";
import { DocumentPanel } from "../document/DocumentPanel";
import { MrzPanel } from "../mrz/MrzPanel";
import pageStyles from "./Case.module.css";
import type { StaffApplicantPartsFragment } from "./operations.generated";
import { TravellerDetails } from "./TravellerDetails";
import { isDecided, TravellerState } from "./TravellerState";
import styles from "./Travellers.module.css";
import { useCase } from "./useCase";
import { neededConsent, ownConsentFromAge } from "../../../server/modules/consent/consent.rules";
import { todayInKolkata } from "../../../server/core/day.rules";
import { describeLater } from "../../applicant/form/requiredSlots";
import { FileLink } from "../../file/field/FileIcon";

interface TravellerPanelProps {
  applicant: StaffApplicantPartsFragment;
  hasShortcuts: boolean;
}

export function TravellerPanel({ applicant, hasShortcuts }: TravellerPanelProps) {
  const { isMine, visaRequest } = useCase().staffCase;
  const { visaApplicant, papers } = applicant;
  const { firstName, lastName, visaApplicantStatus: status } = visaApplicant;
  const canDecide = isMine && isUnderReview(visaRequest.visaRequestStatus);

  return (
    <div className={`stack-5 ${pageStyles["columns"]}`}>
      <DocumentPanel
        files={papers}
        person={`${firstName} ${lastName}`}
        canReview={canDecide && mayApplicantMove(status, "APPROVED")}
        hasShortcuts={hasShortcuts}
      />
      <div className="stack-4">
        <TravellerState applicant={applicant} canDecide={canDecide} />
        <TravellerDetails applicant={visaApplicant} mrz={applicant.mrz?.fields} />
        <TravellerDocuments applicant={applicant} />
        <TravellerConsent applicant={visaApplicant} />
        <MrzPanel
          visaApplicantId={visaApplicant.visaApplicantId}
          mrz={applicant.mrz ?? undefined}
          canEnter={canDecide && !isDecided(status)}
        />
      </div>
    </div>
  );
}

/** An applicant's consent, and a warning if the date of birth shows that the wrong person gave it. */
function TravellerConsent({ applicant }: { applicant: StaffApplicantPartsFragment["visaApplicant"] }) {
  const { consent, dateOfBirth } = applicant;
  const needed = consent && neededConsent(dateOfBirth, todayInKolkata(new Date(consent.givenAt)));
  return (
    <section aria-labelledby="consent-title" className="sheet pad stack-4">
      <h3 id="consent-title">Consent</h3>
      {consent ? (
        <p title={consent.text}>
          {consent.kind === "GUARDIAN"
            ? `By the parent or guardian ${consent.guardianName}`
            : "The applicant's own"}
          , {formatMoment(consent.givenAt)}, to the text of {formatDay(consent.textVersion)}
          {consent.recordedBy && `. Recorded by the partner ${consent.recordedBy}`}
        </p>
      ) : (
        <p className="small">No consent recorded (sent by API, or before consents were recorded)</p>
      )}
      {consent && needed !== consent.kind && (
        <InlineAlert tone="warning">
          {needed === "GUARDIAN"
            ? `By the date of birth this applicant was under ${ownConsentFromAge} on that day: a parent or guardian has to agree.`
            : `By the date of birth this applicant was ${ownConsentFromAge} or older on that day: they have to agree themselves.`}
        </InlineAlert>
      )}
    </section>
  );
}

/** Required documents, each with its files or the reason for leaving it for later. */
function TravellerDocuments({ applicant }: { applicant: StaffApplicantPartsFragment }) {
  const { papers, visaApplicant } = applicant;
  const { requiredDocuments } = visaApplicant;
  return (
    <section aria-labelledby="required-title" className="sheet pad stack-4">
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
