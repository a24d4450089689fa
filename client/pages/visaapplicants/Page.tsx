import { useState } from "react";
import { Link, useNavigate, useParams } from "react-router-dom";
import { unfinishedText, useUnfinishedDrafts } from "../../applicant/draft/useUnfinishedDrafts";
import { findApproved, ReadyVisas } from "../../applicant/visa/ReadyVisas";
import { unlessExpired, useLastUserId } from "../../auth/session";
import { Button } from "../../components/Button";
import { LoadingRegion, Skeleton, SkeletonCard } from "../../components/feedback/Skeleton";
import { InlineAlert } from "../../components/feedback/InlineAlert";
import { ApplicationFailure } from "../../components/feedback/PageFailure";
import { useToast } from "../../components/feedback/ToastProvider";
import { useFreshLinks } from "../../file/signedLinks";
import { classes } from "../../lib/classes";
import { eraseForms } from "../../lib/drafts/draftRecords";
import { useHashTarget } from "../../lib/hooks";
import { paths } from "../../paths";
import { PayCard } from "../../payment/checkout/PayCard";
import { usePayment } from "../../payment/checkout/usePayment";
import { usePageTitle } from "../../seo/useHead";
import { CancelRequest } from "../../visaRequest/CancelRequest";
import { useFollowing } from "../../visaRequest/useFollowing";
import { ApplicantsSection } from "./ApplicantsSection";
import { FollowNotice } from "./FollowNotice";
import { UnfinishedAtPay } from "./UnfinishedAtPay";
import { useVisaRequestDetailsQuery } from "./operations.generated";
import styles from "./Page.module.css";
import { type RequestDetails, SummaryTable } from "./SummaryTable";

export default function VisaApplicantsPage() {
  const { visaRequestId = "" } = useParams();
  const { data, loading, error, refetch } = useVisaRequestDetailsQuery({
    variables: { visaRequestId },
    skip: !visaRequestId,
    fetchPolicy: "cache-and-network",
  });
  const renewLinks = useFreshLinks(data, unlessExpired(refetch));
  const request = data?.visaRequest ?? undefined;
  const title = request ? `Application for ${request.visaName}` : "Application not found";
  usePageTitle(request || (!loading && !error) ? title : undefined);

  if (request)
    return (
      <Details
        key={request.visaRequestId}
        request={request}
        isLoaded={!loading && !error}
        refetch={() => void refetch().catch(() => undefined)}
        onImageError={renewLinks}
      />
    );
  if (loading) return <DetailsSkeleton />;
  if (error) return <ApplicationFailure {...{ error, refetch }} />;
  return (
    <div className="stack-5">
      <h1 tabIndex={-1}>Application not found</h1>
      <p>This application does not exist, or it belongs to another account.</p>
      <p>
        <Link to={paths.applications()}>All applications</Link>
      </p>
    </div>
  );
}

interface DetailsProps {
  request: RequestDetails;
  /** Whether the server has responded; until then, the request is from the cache. */
  isLoaded: boolean;
  refetch: () => void;
  onImageError: () => void;
}

function Details({ request, isLoaded, refetch, onImageError }: DetailsProps) {
  const { visaRequestId, visaApplicants } = request;
  useHashTarget();
  const [unfinished] = useUnfinishedDrafts({ visaRequestId, loaded: isLoaded ? [request] : undefined });
  const [isAskingToPay, setAskingToPay] = useState(false);
  const approved = findApproved(visaApplicants);
  const isPending = request.visaRequestStatus === "PENDING";
  // Polls, because the payment may also be made in another tab or arrive from the bank later.
  useFollowing(isPending ? request : undefined, refetch);
  const eraseUnsent = useEraseUnsent(visaRequestId);
  const payment = useRequestPayment(request, { refetch, eraseUnsent });
  // The request must not change while it is being paid.
  const canChange = isPending && payment.phase === "idle";

  return (
    <div className="stack-5">
      <div className="cluster spread gap-3">
        <h1 tabIndex={-1}>Application for {request.visaName}</h1>
        <Button variant="secondary" className={styles["print"]} onClick={() => window.print()}>
          {approved.length > 0 ? "Print this page" : "Print"}
        </Button>
      </div>
      {approved.length > 0 && <ReadyVisas applicants={approved} />}
      {!isPending && <FollowNotice request={request} />}
      {isPending && unfinished && (
        <InlineAlert tone="info">
          {unfinishedText(unfinished, visaApplicants.length === 0)}.{" "}
          <Link to={paths.visarequest(visaRequestId)}>Continue</Link>
        </InlineAlert>
      )}
      <div className={classes("stack-5", styles["columns"], isPending && styles["withAside"])}>
        <div className={`stack-5 ${styles["main"]}`}>
          <SummaryTable request={request} />
          <ApplicantsSection
            request={request}
            canChange={canChange}
            onImageError={onImageError}
            onStale={refetch}
          />
          {canChange && <CancelRequest {...{ visaRequestId, onStale: refetch, onCancelled: eraseUnsent }} />}
        </div>
        {isPending && (
          <div className={styles["aside"]}>
            <PayCard
              request={request}
              phase={payment.phase}
              problem={payment.problem}
              onPay={() => (unfinished ? setAskingToPay(true) : void payment.pay())}
              onCheckAgain={() => void payment.checkAgain()}
              addApplicantTo={paths.visarequest(visaRequestId)}
            />
          </div>
        )}
      </div>
      <UnfinishedAtPay
        draft={unfinished}
        open={isAskingToPay}
        onClose={() => setAskingToPay(false)}
        onPay={() => {
          setAskingToPay(false);
          void payment.pay();
        }}
      />
    </div>
  );
}

/** Returns a function that erases what was entered for applicants that the application no longer accepts. */
function useEraseUnsent(visaRequestId: string): () => void {
  const userId = useLastUserId();
  return () => {
    if (userId) void eraseForms({ userId, visaRequestId });
  };
}

/** The payment of the application. Opens the status page once the application is paid. */
function useRequestPayment(
  { visaRequestId, paymentStatus }: RequestDetails,
  { refetch, eraseUnsent }: { refetch: () => void; eraseUnsent: () => void },
) {
  const navigate = useNavigate();
  const toast = useToast();
  return usePayment({
    visaRequestId,
    isPaid: paymentStatus === "PAID",
    onPaid: () => {
      eraseUnsent();
      void navigate(paths.application(visaRequestId));
    },
    onPaidElsewhere: () => {
      eraseUnsent();
      toast.success("Your payment has been received");
      void navigate(paths.application(visaRequestId), { replace: true });
    },
    onStale: refetch,
  });
}

function DetailsSkeleton() {
  return (
    <LoadingRegion className="stack-5">
      <Skeleton height={44} width="70%" />
      <div className={classes("stack-5", styles["columns"], styles["withAside"])}>
        <div className={`stack-5 ${styles["main"]}`}>
          <SkeletonCard hasTitle={false} rows={9} />
          <Skeleton height={32} width="9rem" />
          <SkeletonCard rows={6} />
        </div>
        <SkeletonCard rows={4} />
      </div>
    </LoadingRegion>
  );
}
