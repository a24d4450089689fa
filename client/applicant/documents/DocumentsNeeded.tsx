import { lazy, Suspense, useId, useState } from "react";
import {
  canAddDocuments,
  countDocuments,
  isStillNeeded,
  neededDocumentsText,
} from "../../../server/modules/applicant/documents/neededDocuments.rules";
import { InlineAlert } from "../../components/feedback/InlineAlert";
import { useToast } from "../../components/feedback/ToastProvider";
import { useFocusAfter } from "../../lib/focusInView";
import type { VisaRequestStatus } from "../../schemaTypes.generated";
import type { ApplicantPartsFragment } from "../operations.generated";
import { DocumentsLoading } from "./DocumentsLoading";
import { rowId } from "./documentRow";
import styles from "./DocumentsNeeded.module.css";

// Loaded on demand, because most visits do not need the code that resizes images and stores drafts.
const ApplicantDocuments = lazy(() => import("./ApplicantDocuments"));

interface DocumentsNeededProps {
  requestStatus: VisaRequestStatus;
  /** The applicants to list; their names are shown if there are several. */
  applicants: readonly ApplicantPartsFragment[];
  heading: "h2" | "h4";
  id?: string;
  className?: string;
  /** Called if the server's state differs from the page's. */
  onStale: () => void;
}

/**
 * Lists required documents that are still missing after payment, each with an upload, and those that the traveller says
 * do not apply. If there are none, confirms the last one if it was sent during this visit; otherwise renders nothing.
 */
export function DocumentsNeeded(props: DocumentsNeededProps) {
  const { requestStatus, applicants, heading: Heading, className } = props;
  const [hasChanged, setHasChanged] = useState(false);
  const ownId = useId();
  const id = props.id ?? ownId;
  const focus = useFocusAfter();
  const toast = useToast();
  const count = countDocuments({ visaRequestStatus: requestStatus, visaApplicants: applicants });
  const open = applicants
    .filter(({ visaApplicantStatus }) => canAddDocuments(requestStatus, visaApplicantStatus))
    .map((applicant) => ({ applicant, documents: findOpen(applicant) }))
    .filter(({ documents }) => documents.length > 0);
  const rows = open.flatMap(({ applicant, documents }) =>
    documents.filter(isStillNeeded).map(({ documentName }) => rowId(applicant, documentName)),
  );
  // Uses the rows from before the call, because the row of the sent document disappears.
  const onDone = (row: string, message: string) => {
    setHasChanged(true);
    toast.success(message);
    focus(() => findControl(rows, row) ?? document.getElementById(id));
  };

  const isNeeded = count.needed > 0;
  if (!isNeeded && !hasChanged && open.length === 0) return null;
  return (
    <section className={className} aria-labelledby={isNeeded ? id : undefined}>
      {isNeeded && (
        <>
          <Heading id={id} tabIndex={-1}>
            Documents still needed
            {Heading === "h4" && (
              <span className="visually-hidden">
                {" "}
                for {applicants.map(({ firstName }) => firstName).join(", ")}
              </span>
            )}
          </Heading>
          <p>{neededDocumentsText(count)}</p>
        </>
      )}
      {!isNeeded && hasChanged && (
        <div id={id} tabIndex={-1} className={styles["complete"]}>
          <InlineAlert tone="success">
            We have every document that is needed. You do not need to do anything else.
          </InlineAlert>
        </div>
      )}
      <Suspense fallback={<DocumentsLoading />}>
        {open.map(({ applicant, documents }) => (
          <ApplicantDocuments
            key={applicant.visaApplicantId}
            applicant={applicant}
            documents={documents}
            isNamed={applicants.length > 1}
            heading={Heading === "h2" ? "h3" : Heading}
            onDone={onDone}
            onStale={props.onStale}
          />
        ))}
      </Suspense>
    </section>
  );
}

/** Returns the first control of the next row or, after the last row, of the previous one. */
function findControl(rows: readonly string[], row: string): HTMLElement | null {
  const place = rows.indexOf(row);
  // The traveller may have just said that the document applies after all, in which case its row is new.
  const wanted = place < 0 ? row : (rows[place + 1] ?? rows[place - 1]);
  return wanted ? document.querySelector(`#${wanted} :is(input, button)`) : null;
}

/** Returns the documents that can be sent now. Those that staff requested are sent with the corrections. */
function findOpen({ corrections, requiredDocuments }: ApplicantPartsFragment) {
  return requiredDocuments.filter(
    ({ documentName, state }) =>
      state !== "SENT" && !corrections.some((correction) => correction.documentName === documentName),
  );
}
