import type { ReactNode } from "react";
import { usePageTitle } from "../../seo/useHead";
import { LoadFailure } from "./LoadFailure";

interface PageFailureProps {
  /** The missing data, as in `We could not load this application`. */
  what: string;
  message: string;
  onRetry: () => void;
  /** The state of the user's own data. */
  children?: ReactNode;
}

/** A whole page for data that could not be loaded. */
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

/** The same for an application, shown to its owner. */
export function ApplicationFailure(props: Pick<PageFailureProps, "message" | "onRetry">) {
  return (
    <PageFailure {...props} what="your application">
      <p>What you sent is safe with us, and what you entered is saved on this device.</p>
    </PageFailure>
  );
}
