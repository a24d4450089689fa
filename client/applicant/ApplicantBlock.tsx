import { Button, ButtonLink } from "../components/Button";
import { StatusChip } from "../components/StatusChip";
import { FileRows } from "../file/field/FileRows";
import { fileKinds } from "../file/fileKinds";
import { paths } from "../paths";
import type { VisaRequestStatus } from "../schemaTypes.generated";
import { applicantChip, applicantStatusLabel } from "../visaRequest/statusLabels";
import styles from "./ApplicantBlock.module.css";
import { ApplicantDetailsList } from "./ApplicantDetailsList";
import { ApplicantImage } from "./ApplicantImage";
import { applicantAnchor } from "./ApplicantsNav";
import { DocumentsNeeded } from "./documents/DocumentsNeeded";
import type { ApplicantPartsFragment } from "./operations.generated";
import { ViewVisa } from "./visa/ViewVisa";
import { storedFile, toListed } from "./form/applicantForm";
import { describeLater } from "./form/requiredSlots";
import { fileSlotNames, fileSlots } from "./form/wizardSteps";

interface ApplicantBlockProps {
  applicant: ApplicantPartsFragment;
  requestStatus: VisaRequestStatus;
  /** Position among the applicants; the first is 1. */
  place: { number: number; of: number };
  /** Undefined if the applicant cannot be removed, because the request is being paid or is no longer PENDING. */
  onRemove: (() => void) | undefined;
  onImageError: () => void;
  /** Called if the server's state differs from the page's. */
  onStale: () => void;
}

const letters = (text: string) => text.toUpperCase().replace(/[^A-Z0-9]+/g, "<");

export function ApplicantBlock(props: ApplicantBlockProps) {
  const { applicant, requestStatus, place, onRemove, onImageError, onStale } = props;
  const { title, firstName, lastName } = applicant;
  const person = `${firstName} ${lastName}`;
  return (
    <li className={`sheet raised ${styles["block"]}`}>
      <article aria-label={`${title} ${person}`}>
        <BlockHead applicant={applicant} requestStatus={requestStatus} place={place} onRemove={onRemove} />
        <div className={styles["pictures"]}>
          {fileSlotNames.map((slot) => (
            <ApplicantImage
              key={slot}
              {...storedFile(applicant, slot)}
              caption={fileKinds[fileSlots[slot].purpose].caption}
              person={person}
              onImageError={onImageError}
            />
          ))}
        </div>
        <div className="pad">
          <ApplicantDetailsList facts={applicant} />
          <Answers applicant={applicant} />
          <h4 className={`small ${styles["filesTitle"]}`}>Files Uploaded</h4>
          <FileRows
            files={applicant.visaApplicationDocuments.map((stored) => ({
              ...toListed(stored),
              src: stored.src,
            }))}
          />
          {requestStatus === "PENDING" ? (
            <DocumentsToCome applicant={applicant} canEdit={Boolean(onRemove)} />
          ) : (
            <DocumentsNeeded
              requestStatus={requestStatus}
              applicants={[applicant]}
              heading="h4"
              className={styles["needed"]}
              onStale={onStale}
            />
          )}
        </div>
        <p className={`small ${styles["machineLine"]}`} aria-hidden="true">
          {`P<${letters(lastName)}<<${letters(firstName)}`.padEnd(44, "<").slice(0, 44)}
        </p>
      </article>
    </li>
  );
}

function BlockHead(props: Omit<ApplicantBlockProps, "onImageError" | "onStale">) {
  const { applicant, requestStatus, place, onRemove } = props;
  const { title, firstName, lastName, visaApplicantStatus: status } = applicant;
  const person = `${firstName} ${lastName}`;
  return (
    <header className={`pad cluster spread ${styles["head"]}`}>
      <div className={styles["who"]}>
        {place.of > 1 && (
          <p className="small numbers">
            Applicant {place.number} of {place.of}
          </p>
        )}
        <h3 id={applicantAnchor(place.number)} tabIndex={-1} className={styles["name"]}>
          {title} {person}
        </h3>
        <p className="cluster small gap-2">
          <StatusChip status={applicantChip(status, requestStatus)} />{" "}
          {applicantStatusLabel(status, requestStatus)}
        </p>
      </div>
      <div className="no-print cluster gap-2">
        {status === "APPROVED" && <ViewVisa applicant={applicant} />}
        {onRemove && (
          <>
            <ButtonLink
              variant="quiet"
              to={paths.visarequest(applicant.visaRequestId, { applicant: applicant.visaApplicantId })}
            >
              Edit<span className="visually-hidden"> {person}</span>
            </ButtonLink>
            <Button variant="quiet" onClick={onRemove}>
              Remove<span className="visually-hidden"> {person}</span>
            </Button>
          </>
        )}
      </div>
    </header>
  );
}

function Answers({ applicant }: Pick<ApplicantBlockProps, "applicant">) {
  const answers = applicant.requiredDocuments.filter(({ answer }) => answer);
  if (answers.length === 0) return null;
  return (
    <>
      <h4 className={`small ${styles["filesTitle"]}`}>Answers</h4>
      <ul className="stack-2">
        {answers.map(({ documentName, answer }) => (
          <li key={documentName}>
            <strong>{answer}</strong>
            <p className="small">{documentName}</p>
          </li>
        ))}
      </ul>
    </>
  );
}

interface DocumentsToComeProps {
  applicant: ApplicantPartsFragment;
  canEdit: boolean;
}

/** Shown before payment: documents and answers that are still missing, with the traveller's reason if there is one. */
function DocumentsToCome({ applicant, canEdit }: DocumentsToComeProps) {
  const missing = applicant.requiredDocuments.filter(
    ({ state, isOptional }) => state !== "SENT" && !(isOptional && state === "NOT_SAID"),
  );
  if (missing.length === 0) return null;
  return (
    <>
      <h4 className={`small ${styles["filesTitle"]}`}>Documents still needed</h4>
      <ul className={`stack-2 bullets ${styles["missing"]}`}>
        {missing.map(({ documentName, isQuestion, reason, note }) => (
          <li key={documentName}>
            {documentName}
            {reason && <p className="small">{describeLater({ isQuestion, reason, note })}</p>}
          </li>
        ))}
      </ul>
      <p className="muted">
        {canEdit
          ? "Add them with Edit until you pay. After that, upload them here."
          : "Upload them here once you have paid."}
      </p>
    </>
  );
}
