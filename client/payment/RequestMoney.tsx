import { useEffect, useEffectEvent } from "react";
import { isSessionExpired } from "../auth/session";
import { SkeletonCard } from "../components/feedback/Skeleton";
import { useRequestMoneyQuery } from "./operations.generated";
import { Receipt } from "./Receipt";
import { Pending } from "../components/feedback/PageFailure";
import { RefundCard } from "./RefundCard";

/** Polling interval in ms during a refund. */
const askEvery = 5_000;

/** Payments and refunds of an application. Renders nothing if there were none. */
export function RequestMoney({ request }: { request: { visaRequestId: string; version: number } }) {
  const { visaRequestId, version } = request;
  const { data, error, refetch, startPolling, stopPolling } = useRequestMoneyQuery({
    variables: { visaRequestId },
    fetchPolicy: "cache-and-network",
    skipPollAttempt: isSessionExpired,
  });
  const money = data?.visaRequest;
  const isUnderWay = money?.refund?.state === "UNDER_WAY";

  // Refetches when the application changes, because the refundable amount may change too.
  const renew = useEffectEvent(() => void refetch().catch(() => undefined));
  useEffect(() => renew(), [version]);
  useEffect(() => {
    if (!isUnderWay) return;
    startPolling(askEvery);
    return stopPolling;
  }, [isUnderWay, startPolling, stopPolling]);

  if (!data)
    return (
      <Pending error={error} refetch={refetch}>
        <SkeletonCard rows={6} />
      </Pending>
    );
  if (!money) return null;
  return (
    <>
      {money.receipt && (
        <Receipt
          receipt={money.receipt}
          priceLines={money.priceLines}
          findLink={async () => (await refetch()).data?.visaRequest?.receipt?.pdfSrc}
        />
      )}
      <RefundCard
        visaRequestId={visaRequestId}
        offer={money.refundOffer}
        refund={money.refund}
        onStale={() => void refetch().catch(() => undefined)}
      />
    </>
  );
}
