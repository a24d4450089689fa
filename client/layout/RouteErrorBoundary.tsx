import { Component, type ReactNode } from "react";
import { Link } from "react-router-dom";
import { Button } from "../components/Button";
import { logFailure } from "../lib/logFailure";
import { useIsOffline } from "../lib/online";
import { paths } from "../paths";
import { usePageTitle } from "../seo/useHead";
import styles from "./ServerProblem.module.css";

const reloadedKey = "reloadedForChunk";
const isMissingChunk = (error: unknown) =>
  error instanceof Error &&
  /dynamically imported module|module script failed|preload CSS/i.test(error.message);

interface Props {
  children: ReactNode;
  /** A change retries the page. */
  resetKey: string;
}

interface State {
  hasFailed: boolean;
}

/**
 * Catches errors of a page; header and footer stay. If a chunk no longer exists after a deployment, the page
 * reloads once silently.
 */
export class RouteErrorBoundary extends Component<Props, State> {
  override state: State = { hasFailed: false };

  static getDerivedStateFromError(): State {
    return { hasFailed: true };
  }

  override componentDidUpdate(before: Props): void {
    if (before.resetKey !== this.props.resetKey && this.state.hasFailed) this.setState({ hasFailed: false });
  }

  override componentDidCatch(error: unknown): void {
    logFailure("A page failed", error);
    if (!isMissingChunk(error) || !navigator.onLine) return;
    const url = window.location.href;
    if (sessionStorage.getItem(reloadedKey) === url) return;
    sessionStorage.setItem(reloadedKey, url);
    window.location.reload();
  }

  override render(): ReactNode {
    return this.state.hasFailed ? (
      <ServerProblem onRetry={() => window.location.reload()} />
    ) : (
      this.props.children
    );
  }
}

/** Shown after a page threw an error. */
function ServerProblem({ onRetry }: { onRetry: () => void }) {
  const title = useIsOffline() ? "You are offline" : "Sorry, there is a problem with the service";
  usePageTitle(title);
  return (
    <div className={`container ${styles["problem"]}`}>
      <h1 tabIndex={-1}>{title}</h1>
      <p>What you sent is safe with us, and what you entered in an application is saved on this device.</p>
      <Button onClick={onRetry}>Try again</Button>
      <p>
        If the problem continues, <Link to={paths.contact()}>contact us</Link>.
      </p>
    </div>
  );
}
