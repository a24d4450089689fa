import { lazy, Suspense, useId, useState } from "react";
import {
  canAddDocuments,
  countDocuments,
  isStillNeeded,
  neededDocumentsText,
} from "../../../server/modules/applicant/documents/neededDocuments.rules";
import { Disclosure } from "../../components/Disclosure";
import { InlineAlert } from "../../components/feedback/InlineAlert";
import { LoadingRegion, Skeleton } from "../../components/feedback/Skeleton";
import { useFocusAfter } from "../../lib/focusInView";
import type { VisaRequestStatus } from "../../schemaTypes.generated";
import type { ApplicantPartsFragment } from "../operations.generated";
import type { UploadLimits } from "../wizard/useApplicantFiles";
import styles from "./DocumentsNeeded.module.css";

// Loads the image resizing code, which most visits do not need.
const DocumentUpload = lazy(() => import("./DocumentUpload"));

type RequiredDocument = ApplicantPartsFragment["requiredDocuments"][number];

interface DocumentsNeededProps {
  requestStatus: VisaRequestStatus;
  /** The applicants to list; their names are shown if there are several. */
  applicants: readonly ApplicantPartsFragment[];
  limits: UploadLimits;
  /** Heading level on the page. */
  heading: "h2" | "h4";
  /** Set if links lead to the heading. */
  id?: string;
  className?: string;
  /** Called if the server's state differs from the page's. */
  onStale: () => void;
}

/**
 * Lists required documents that are still missing after payment, each with an upload. Renders nothing if none
 * is missing.
 */
export function DocumentsNeeded(props: DocumentsNeededProps) {
  const { requestStatus, applicants, heading: Heading, className } = props;
  const [hasSent, setHasSent] = useState(false);
  const ownId = useId();
  const id = props.id ?? ownId;
  const focus = useFocusAfter();
  const count = countDocuments({ visaRequestStatus: requestStatus, visaApplicants: applicants });
  const onSent = () => {
    setHasSent(true);
    focus(() => document.getElementById(id));
  };

  if (count.needed === 0)
    return hasSent ? (
      <div id={id} tabIndex={-1} className={styles["complete"]}>
        <InlineAlert tone="success">
          We have every document that is needed. You do not need to do anything else.
        </InlineAlert>
      </div>
    ) : null;
  return (
    <section className={className} aria-labelledby={id}>
      <Heading id={id} tabIndex={-1} className={styles["title"]}>
        Documents still needed
        {Heading === "h4" && (
          <span className="visually-hidden">
            {" "}
            for {applicants.map(({ firstName }) => firstName).join(", ")}
          </span>
        )}
      </Heading>
      <p>{neededDocumentsText(count)}</p>
      {applicants
        .filter(({ visaApplicantStatus }) => canAddDocuments(requestStatus, visaApplicantStatus))
        .map((applicant) => (
          <ApplicantDocuments
            key={applicant.visaApplicantId}
            applicant={applicant}
            isNamed={applicants.length > 1}
            limits={props.limits}
            onSent={onSent}
            onStale={props.onStale}
          />
        ))}
    </section>
  );
}

interface ApplicantDocumentsProps {
  applicant: ApplicantPartsFragment;
  isNamed: boolean;
  limits: UploadLimits;
  onSent: () => void;
  onStale: () => void;
}

function ApplicantDocuments({ applicant, isNamed, ...rest }: ApplicantDocumentsProps) {
  const { corrections, firstName, lastName, requiredDocuments } = applicant;
  // Documents that staff asked for are sent with the corrections.
  const open = requiredDocuments.filter(
    ({ documentName }) => !corrections.some((correction) => correction.documentName === documentName),
  );
  const needed = open.filter(isStillNeeded);
  const others = open.filter(({ reason }) => reason === "NOT_NEEDED");
  if (needed.length === 0) return null;
  const list = (documents: RequiredDocument[]) => (
    <ul className={styles["list"]}>
      {documents.map((document) => (
        <li key={document.documentName}>
          <Suspense fallback={<UploadLoading />}>
            <DocumentUpload {...rest} applicant={applicant} document={document} />
          </Suspense>
        </li>
      ))}
    </ul>
  );
  return (
    <>
      {isNamed && (
        <p className={styles["person"]}>
          {firstName} {lastName}
        </p>
      )}
      {list(needed)}
      {others.length > 0 && <Disclosure summary="Documents that do not apply">{list(others)}</Disclosure>}
    </>
  );
}

function UploadLoading() {
  return (
    <LoadingRegion>
      <Skeleton height={120} />
    </LoadingRegion>
  );
}
