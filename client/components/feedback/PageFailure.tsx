import type { ReactNode } from "react";
import { usePageTitle } from "../../seo/useHead";
import { errorMessage } from "../../lib/errorMessage";
import { Button } from "../Button";
import { InlineAlert } from "./InlineAlert";
import { LoadFailure, LoadingRegion } from "./Skeleton";

interface QueryFailureProps {
  error: unknown;
  /** Apollo's `refetch`. Rejections need not be handled, because the query reports the failure. */
  refetch: () => Promise<unknown>;
}

export function QueryFailure({ error, refetch }: QueryFailureProps) {
  return <LoadFailure message={errorMessage(error)} onRetry={() => void refetch()} />;
}

interface PageFailureProps extends QueryFailureProps {
  what: string;
  children?: ReactNode;
}

export function PageFailure({ what, children, ...failure }: PageFailureProps) {
  const title = `We could not load ${what}`;
  usePageTitle(title, { hasError: true });
  return (
    <div>
      <h1 tabIndex={-1}>{title}</h1>
      {children}
      <QueryFailure {...failure} />
    </div>
  );
}

export function ApplicationFailure(failure: QueryFailureProps) {
  return (
    <PageFailure {...failure} what="your application">
      <p>What you sent is safe with us, and what you entered is saved on this device.</p>
    </PageFailure>
  );
}

interface PendingProps extends QueryFailureProps {
  className?: string;
  children: ReactNode;
}

/** Shows skeletons, or the failure, until a query has data. */
export function Pending({ className, children, ...failure }: PendingProps) {
  if (failure.error) return <QueryFailure {...failure} />;
  return <LoadingRegion className={className}>{children}</LoadingRegion>;
}

interface OutdatedProps extends QueryFailureProps {
  /** The time when the displayed data was loaded; undefined if unknown. */
  loadedAt?: string;
}

/** Reports, above old data, that it could not be refreshed. */
export function Outdated({ error, loadedAt, refetch }: OutdatedProps) {
  return (
    <InlineAlert tone="warning">
      <p>
        This list could not be updated: {errorMessage(error)}.{loadedAt && ` It is shown as of ${loadedAt}.`}
      </p>
      <Button variant="secondary" onClick={() => void refetch()}>
        Retry
      </Button>
    </InlineAlert>
  );
}
