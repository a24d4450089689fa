import { useRef, useState } from "react";
import { Link } from "react-router-dom";
import { ApplicantBlock } from "../../applicant/ApplicantBlock";
import { ApplicantsNav } from "../../applicant/ApplicantsNav";
import type { ApplicantPartsFragment } from "../../applicant/operations.generated";
import { RemoveApplicant } from "../../applicant/RemoveApplicant";
import { ButtonLink } from "../../components/Button";
import { EmptyState } from "../../components/feedback/Skeleton";
import { formatDay } from "../../lib/days";
import { useFocusAfter } from "../../lib/focusInView";
import { paths } from "../../paths";
import styles from "./Page.module.css";
import type { RequestDetails } from "./SummaryTable";

interface ApplicantsSectionProps {
  request: RequestDetails;
  /** False while the request is being paid, and once it is no longer PENDING. */
  canChange: boolean;
  onImageError: () => void;
  onStale: () => void;
}

export function ApplicantsSection(props: ApplicantsSectionProps) {
  const { request, canChange, onImageError, onStale } = props;
  const { visaRequestId, visaApplicants } = request;
  const isPending = request.visaRequestStatus === "PENDING";
  const [leaving, setLeaving] = useState<ApplicantPartsFragment>();
  const title = useRef<HTMLHeadingElement>(null);
  const focusAfter = useFocusAfter();

  return (
    <section className={`stack-4 ${styles["applicants"]}`} aria-labelledby="applicants-title">
      <div className="cluster spread gap-3">
        <h2 id="applicants-title" ref={title} tabIndex={-1}>
          Applicants
        </h2>
        {isPending && visaApplicants.length > 0 && (
          <ButtonLink variant="secondary" className="no-print" to={paths.visarequest(visaRequestId)}>
            Add Applicant
          </ButtonLink>
        )}
      </div>
      {request.papersRemovedAt && <PersonalDataRemoved at={request.papersRemovedAt} />}
      {visaApplicants.length === 0 && !request.papersRemovedAt && (
        <EmptyState title="No applicants yet">
          {isPending && (
            <ButtonLink to={paths.visarequest(visaRequestId, { step: "travellers" })}>
              Add Applicant
            </ButtonLink>
          )}
        </EmptyState>
      )}
      <ApplicantsNav applicants={visaApplicants} />
      <ul className="stack-5">
        {visaApplicants.map((applicant, index) => (
          <ApplicantBlock
            requestStatus={request.visaRequestStatus}
            key={applicant.visaApplicantId}
            applicant={applicant}
            place={{ number: index + 1, of: visaApplicants.length }}
            onRemove={canChange ? () => setLeaving(applicant) : undefined}
            onImageError={onImageError}
            onStale={onStale}
          />
        ))}
      </ul>
      <RemoveApplicant
        applicant={leaving}
        onClose={() => setLeaving(undefined)}
        onRemoved={() => {
          setLeaving(undefined);
          // Moves the focus, because the button that opened the dialog was removed with the applicant.
          focusAfter(() => title.current);
        }}
      />
    </section>
  );
}

/** Shown instead of the applicants once the personal data has been removed. */
function PersonalDataRemoved({ at }: { at: string }) {
  return (
    <EmptyState title={`Personal data removed on ${formatDay(at)}`}>
      <p>
        We keep details, photos and passport pages only as long as they are needed, and then delete them for
        good. <Link to={paths.retention()}>How long we keep it</Link>
      </p>
    </EmptyState>
  );
}
