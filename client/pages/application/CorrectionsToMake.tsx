import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { useLastUserId } from "../../auth/session";
import { InlineAlert } from "../../components/feedback/InlineAlert";
import { LoadingRegion, Skeleton } from "../../components/feedback/Skeleton";
import { type DraftPlace, eraseDraft, listDrafts } from "../../lib/drafts/draftRecords";
import styles from "../../review/correction/Corrections.module.css";
import type { FollowedApplicantFragment } from "../../review/correction/operations.generated";
import type { ConfirmedRequestQuery } from "./operations.generated";

// Loaded on demand, because most applications need no corrections.
const Corrections = lazy(() => import("../../review/correction/Corrections"));

interface CorrectionsToMakeProps {
  request: NonNullable<ConfirmedRequestQuery["visaRequest"]>;
  needsDocuments: boolean;
  onStale: () => void;
  onImageError: () => void;
}

/** The open corrections, and a confirmation of those that were sent during this visit. */
export function CorrectionsToMake(props: CorrectionsToMakeProps) {
  const { request, needsDocuments, onStale, onImageError } = props;
  const [sentBy, setSentBy] = useState<FollowedApplicantFragment[]>([]);
  useEraseAnswered(request);
  const asked = request.visaApplicants.filter(({ corrections }) => corrections.length > 0);
  const left = asked.length;
  const isAskedAgain = asked.some(
    ({ visaApplicantId }) => visaApplicantId === sentBy.at(-1)?.visaApplicantId,
  );
  return (
    <>
      {!isAskedAgain && <SentNotice sentBy={sentBy} left={left} needsDocuments={needsDocuments} />}
      {left > 0 && (
        <Suspense
          fallback={
            <LoadingRegion>
              <Skeleton height={320} />
            </LoadingRegion>
          }
        >
          <Corrections
            request={request}
            onSent={(applicant) => {
              setSentBy((earlier) => [...earlier, applicant]);
              onStale();
            }}
            onStale={onStale}
            onStoredImageError={onImageError}
          />
        </Suspense>
      )}
    </>
  );
}

/** Erases drafts of corrections that are no longer open; a lost response leaves such a draft behind. */
function useEraseAnswered({ visaRequestId, visaApplicants }: CorrectionsToMakeProps["request"]): void {
  const userId = useLastUserId();
  const answered = visaApplicants
    .filter(({ corrections }) => corrections.length === 0)
    .map(({ visaApplicantId }) => visaApplicantId)
    .join(" ");
  useEffect(() => {
    if (userId) void eraseAnswered({ userId, visaRequestId }, answered.split(" "));
  }, [userId, visaRequestId, answered]);
}

async function eraseAnswered(of: DraftPlace, answered: readonly string[]): Promise<void> {
  for (const { userId, visaRequestId, visaApplicantId } of await listDrafts()) {
    const isOfRequest = userId === of.userId && visaRequestId === of.visaRequestId;
    const isAnswered = visaApplicantId !== undefined && answered.includes(visaApplicantId);
    if (isOfRequest && isAnswered) await eraseDraft({ userId, visaRequestId, visaApplicantId });
  }
}

interface SentNoticeProps {
  /** The applicants whose corrections were sent during this visit, in order. */
  sentBy: readonly FollowedApplicantFragment[];
  /** Number of applicants with corrections left. */
  left: number;
  needsDocuments: boolean;
}

/** Confirms that corrections were received. Takes the focus, because the form that had it was removed. */
function SentNotice({ sentBy, left, needsDocuments }: SentNoticeProps) {
  const box = useRef<HTMLDivElement>(null);
  const count = sentBy.length;
  const last = sentBy.at(-1);
  useEffect(() => {
    if (count > 0) box.current?.focus();
  }, [count]);

  if (!last) return null;
  return (
    <div ref={box} tabIndex={-1} className={styles["sent"]}>
      <InlineAlert tone="success">
        <p>
          Thank you. We have what we asked {last.firstName} {last.lastName} for.
        </p>
        <p>{whatIsNext(left, needsDocuments)}</p>
      </InlineAlert>
    </div>
  );
}

function whatIsNext(left: number, needsDocuments: boolean): string {
  if (left > 0)
    return `${left} more ${left === 1 ? "applicant has" : "applicants have"} corrections to make.`;
  const continuing = "Our staff are continuing with the application.";
  return needsDocuments
    ? `${continuing} Please upload the documents that are still needed.`
    : `${continuing} You do not need to do anything else.`;
}
