import type { ReactNode } from "react";
import { usePageTitle } from "../../seo/useHead";
import { LoadFailure } from "./LoadFailure";

interface PageFailureProps {
  /** What did not come, as in `We could not load this application`. */
  what: string;
  message: string;
  onRetry: () => void;
  /** What has become of the person's own data. */
  children?: ReactNode;
}

/** A whole page whose data did not come. */
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

/** The same, of an application that its owner looks at. */
export function ApplicationFailure(props: Pick<PageFailureProps, "message" | "onRetry">) {
  return (
    <PageFailure {...props} what="your application">
      <p>What you sent is safe with us, and what you entered is saved on this device.</p>
    </PageFailure>
  );
}
