import { Link } from "react-router-dom";
import { Button } from "../components/Button";
import { StatusChip } from "../components/StatusChip";
import { FileIcon } from "../file/field/FileIcon";
import { fileKinds } from "../file/fileKinds";
import { formatBytes } from "../lib/format";
import { paths } from "../paths";
import type { VisaRequestStatus } from "../schemaTypes.generated";
import { applicantChip, applicantStatusLabel } from "../visaRequest/statusLabels";
import styles from "./ApplicantBlock.module.css";
import { ApplicantDetailsList } from "./ApplicantDetailsList";
import { ApplicantImage } from "./ApplicantImage";
import { applicantAnchor } from "./ApplicantsNav";
import { DocumentsNeeded } from "./documents/DocumentsNeeded";
import { DocumentsToCome } from "./DocumentsToCome";
import type { ApplicantPartsFragment } from "./operations.generated";
import { ViewVisa } from "./visa/ViewVisa";
import type { UploadLimits } from "./wizard/useApplicantFiles";

interface ApplicantBlockProps {
  applicant: ApplicantPartsFragment;
  requestStatus: VisaRequestStatus;
  /** Position among the applicants; the first is 1. */
  place: { number: number; of: number };
  /** Set while the request is PENDING. */
  onRemove: (() => void) | undefined;
  onImageError: () => void;
  uploadLimits: UploadLimits;
  /** Called if the server's state differs from the page's. */
  onStale: () => void;
}

const letters = (text: string) => text.toUpperCase().replace(/[^A-Z0-9]+/g, "<");

/** One applicant with status, the three pictures, all details and the files. */
export function ApplicantBlock({
  applicant,
  requestStatus,
  place,
  onRemove,
  onImageError,
  uploadLimits,
  onStale,
}: ApplicantBlockProps) {
  const { title, firstName, lastName, visaApplicantStatus: status } = applicant;
  const person = `${firstName} ${lastName}`;
  const picture = { person, onImageError };
  const documents = applicant.visaApplicationDocuments;
  return (
    <li className={styles["block"]}>
      <article aria-label={`${title} ${person}`}>
        <header className={styles["head"]}>
          <div className={styles["who"]}>
            {place.of > 1 && (
              <p className={styles["place"]}>
                Applicant {place.number} of {place.of}
              </p>
            )}
            <h3 id={applicantAnchor(place.number)} tabIndex={-1} className={styles["name"]}>
              {title} {person}
            </h3>
            <p className={styles["status"]}>
              <StatusChip status={applicantChip(status, requestStatus)} />{" "}
              {applicantStatusLabel(status, requestStatus)}
            </p>
          </div>
          <div className={styles["actions"]}>
            {status === "APPROVED" && <ViewVisa applicant={applicant} />}
            {onRemove && (
              <>
                <Link
                  className={styles["action"]}
                  to={{
                    pathname: paths.visarequest(applicant.visaRequestId),
                    search: new URLSearchParams({ applicant: applicant.visaApplicantId }).toString(),
                  }}
                >
                  Edit<span className="visually-hidden"> {person}</span>
                </Link>
                <Button variant="quiet" onClick={onRemove}>
                  Remove<span className="visually-hidden"> {person}</span>
                </Button>
              </>
            )}
          </div>
        </header>
        <div className={styles["pictures"]}>
          <ApplicantImage
            {...picture}
            caption={fileKinds.PHOTO.caption}
            src={applicant.profileSrc}
            contentType="image/jpeg"
          />
          <ApplicantImage
            {...picture}
            caption={fileKinds.PASSPORT_FRONT.caption}
            src={applicant.passportFrontSrc}
            contentType={applicant.passportFrontType}
          />
          <ApplicantImage
            {...picture}
            caption={fileKinds.PASSPORT_BACK.caption}
            src={applicant.passportBackSrc}
            contentType={applicant.passportBackType}
          />
        </div>
        <div className={styles["facts"]}>
          <ApplicantDetailsList facts={applicant} />
          <h4 className={styles["filesTitle"]}>Files Uploaded</h4>
          {documents.length === 0 ? (
            <p className={styles["none"]}>Not provided</p>
          ) : (
            <ul className={styles["files"]}>
              {documents.map((document) => (
                <li key={document.visaApplicationDocumentId}>
                  <FileIcon kind={document.contentType === "application/pdf" ? "pdf" : "picture"} size={28} />
                  <span className={styles["file"]}>
                    <a
                      href={document.src}
                      target="_blank"
                      rel="noopener noreferrer"
                      referrerPolicy="no-referrer"
                    >
                      {document.imageName}
                    </a>
                    {document.documentName && (
                      <span className={styles["answers"]}>{document.documentName}</span>
                    )}
                  </span>
                  <span className={`numbers ${styles["none"]}`}>{formatBytes(document.size)}</span>
                </li>
              ))}
            </ul>
          )}
          {requestStatus === "PENDING" ? (
            <DocumentsToCome applicant={applicant} canEdit={Boolean(onRemove)} />
          ) : (
            <DocumentsNeeded
              requestStatus={requestStatus}
              applicants={[applicant]}
              limits={uploadLimits}
              heading="h4"
              className={styles["needed"]}
              onStale={onStale}
            />
          )}
        </div>
        <p className={styles["machineLine"]} aria-hidden="true">
          {`P<${letters(lastName)}<<${letters(firstName)}`.padEnd(44, "<").slice(0, 44)}
        </p>
      </article>
    </li>
  );
}
