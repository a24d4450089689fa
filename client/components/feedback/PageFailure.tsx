import type { ReactNode } from "react";
import { usePageTitle } from "../../seo/useHead";
import { errorMessage } from "../../lib/errorMessage";
import { Button } from "../Button";
import { InlineAlert } from "./InlineAlert";
import { LoadFailure, LoadingRegion } from "./Skeleton";

interface PageFailureProps {
  what: string;
  message: string;
  onRetry: () => void;
  children?: ReactNode;
}

export function PageFailure({ what, message, onRetry, children }: PageFailureProps) {
  const title = `We could not load ${what}`;
  usePageTitle(title, { hasError: true });
  return (
    <div>
      <h1 tabIndex={-1}>{title}</h1>
      {children}
      <LoadFailure message={message} onRetry={onRetry} />
    </div>
  );
}

export function ApplicationFailure(props: Pick<PageFailureProps, "message" | "onRetry">) {
  return (
    <PageFailure {...props} what="your application">
      <p>What you sent is safe with us, and what you entered is saved on this device.</p>
    </PageFailure>
  );
}

interface PendingProps {
  error: unknown;
  refetch: () => Promise<unknown>;
  className?: string;
  children: ReactNode;
}

/** Shown until a query has data: skeletons, or its failure. */
export function Pending({ error, refetch, className, children }: PendingProps) {
  if (!error) return <LoadingRegion className={className}>{children}</LoadingRegion>;
  return <LoadFailure message={errorMessage(error)} onRetry={() => void refetch().catch(() => undefined)} />;
}

interface OutdatedProps extends Pick<PendingProps, "refetch"> {
  error: Error;
  /** The time of the data that is shown; not said if undefined. */
  loadedAt?: string;
}

/** Shown above data that could not be loaded again. */
export function Outdated({ error, loadedAt, refetch }: OutdatedProps) {
  return (
    <InlineAlert tone="warning">
      <p>
        This list could not be updated: {errorMessage(error)}.{loadedAt && ` It is shown as of ${loadedAt}.`}
      </p>
      <Button variant="secondary" onClick={() => void refetch().catch(() => undefined)}>
        Retry
      </Button>
    </InlineAlert>
  );
}
