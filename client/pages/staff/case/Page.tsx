import { useCallback } from "react";
import { Link, useParams } from "react-router-dom";
import { LoadFailure } from "../../../components/feedback/LoadFailure";
import { PageFailure } from "../../../components/feedback/PageFailure";
import { LoadingRegion, Skeleton, SkeletonCard } from "../../../components/feedback/Skeleton";
import { useFreshLinks } from "../../../file/signedLinks";
import { errorMessage } from "../../../lib/errorMessage";
import { Activity } from "../../../review/case/Activity";
import styles from "../../../review/case/Case.module.css";
import { CaseHeader } from "../../../review/case/CaseHeader";
import { Notes } from "../../../review/case/Notes";
import { type StaffCasePartsFragment, useStaffCaseQuery } from "../../../review/case/operations.generated";
import { ShortcutHelp, useShortcutSwitch } from "../../../review/case/ShortcutHelp";
import { Travellers } from "../../../review/case/Travellers";
import { CaseContext, useRunAction } from "../../../review/case/useCase";
import { useQueuePath } from "../../../review/queue/caseOrigin";
import { Payments } from "../../../review/refund/Payments";
import { usePageTitle } from "../../../seo/useHead";

/** One case in the staff console: its assignee, the applicants with their files, and the decisions. */
export default function StaffCasePage() {
  const { visaRequestId = "" } = useParams();
  const { data, loading, error, refetch } = useStaffCaseQuery({
    variables: { visaRequestId },
    fetchPolicy: "cache-and-network",
  });
  // The query reports a failure; the displayed data stays.
  const reload = useCallback(
    () =>
      refetch().then(
        () => undefined,
        () => undefined,
      ),
    [refetch],
  );
  useFreshLinks(data, refetch);
  const staffCase = data?.staffVisaRequest ?? undefined;
  const queue = useQueuePath();
  const title = staffCase ? `Case ${staffCase.visaRequest.visaReferenceNo}` : "Application not found";
  usePageTitle(staffCase || (!loading && !error) ? title : undefined);

  if (staffCase)
    return (
      <Case
        key={visaRequestId}
        visaRequestId={visaRequestId}
        staffCase={staffCase}
        problem={error && errorMessage(error)}
        reload={reload}
      />
    );
  if (loading) return <CaseSkeleton />;
  if (error)
    return (
      <PageFailure what="this application" message={errorMessage(error)} onRetry={() => void reload()} />
    );
  return (
    <div className={styles["page"]}>
      <h1 tabIndex={-1}>Application not found</h1>
      <p>The address may be incomplete, or the application may have been removed with its account.</p>
      <p>
        <Link to={queue}>Back to the queue</Link>
      </p>
    </div>
  );
}

interface CaseProps {
  visaRequestId: string;
  staffCase: StaffCasePartsFragment;
  /** Why the displayed data could not be refreshed. */
  problem: string | undefined;
  reload: () => Promise<void>;
}

function Case({ visaRequestId, staffCase, problem, reload }: CaseProps) {
  const run = useRunAction(visaRequestId, reload);
  const [hasShortcuts, setShortcuts] = useShortcutSwitch();
  return (
    <CaseContext value={{ staffCase, run, reload }}>
      <div className={styles["page"]}>
        {problem && <LoadFailure message={problem} onRetry={() => void reload()} />}
        <CaseHeader />
        <Travellers hasShortcuts={hasShortcuts} />
        <div className={styles["rest"]}>
          <Notes />
          <Payments />
          <Activity />
        </div>
        <ShortcutHelp isOn={hasShortcuts} onChange={setShortcuts} />
      </div>
    </CaseContext>
  );
}

function CaseSkeleton() {
  return (
    <LoadingRegion className={styles["page"]}>
      <Skeleton height={44} width="50%" />
      <Skeleton height={120} />
      <div className={styles["columns"]}>
        <SkeletonCard rows={14} />
        <SkeletonCard rows={14} />
      </div>
    </LoadingRegion>
  );
}
