import {
  Component,
  type ReactNode,
  Suspense,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
} from "react";
import { Link, NavigationType, Outlet, useLocation, useNavigationType } from "react-router-dom";
import { LoadingRegion, Skeleton, SkeletonCard } from "../components/feedback/Skeleton";
import { repeatEarlyTaps } from "../lib/earlyTaps";
import { useIsOffline } from "../lib/online";
import { pageAnswers } from "../lib/pageAnswers";
import { Footer } from "./Footer";
import { Header } from "./Header";
import styles from "./Layout.module.css";
import { useSiteInfoQuery } from "./public.generated";
import { Button } from "../components/Button";
import { logFailure } from "../lib/logFailure";
import { reloadForMissingChunk } from "../lib/missingChunk";
import { paths } from "../paths";
import { usePageTitle } from "../seo/useHead";
import serverProblem from "./ServerProblem.module.css";

export function Layout() {
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const { data } = useSiteInfoQuery();
  useScrollToTop(pathname);
  useEffect(() => keepFocusInMain(), []);

  return (
    <div className={styles["frame"]}>
      <a
        href="#main"
        className={styles["skip"]}
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
      >
        Skip to main content
      </a>
      <Header />
      <OfflineStrip />
      <main ref={main} id="main" tabIndex={-1} className={styles["main"]}>
        <RouteErrorBoundary resetKey={pathname}>
          <Suspense fallback={<PageSkeleton />}>
            <Outlet />
            <WhenItAnswers />
          </Suspense>
        </RouteErrorBoundary>
      </main>
      <Footer siteInfo={data?.siteInfo} />
    </div>
  );
}

/** Reports that the page is interactive. A sibling of the page, so that its effect runs after hydration. */
function WhenItAnswers() {
  useEffect(() => {
    // Waits for the render after hydration, which is the first one with the session.
    const repeat = setTimeout(() => {
      repeatEarlyTaps();
      pageAnswers();
    });
    return () => clearTimeout(repeat);
  }, []);
  return null;
}

/** Scrolls a new page to the top; for Back and Forward the browser restores the position. */
function useScrollToTop(pathname: string) {
  const navigationType = useNavigationType();
  const arrive = useEffectEvent(() => {
    if (navigationType !== NavigationType.Pop) window.scrollTo(0, 0);
  });
  // Depends on the path only, so that a new step or filter in the query does not scroll.
  useLayoutEffect(() => arrive(), [pathname]);
}

function PageSkeleton() {
  return (
    <LoadingRegion className={`container stack-5 ${styles["loading"]}`}>
      <Skeleton height={44} width="60%" />
      <SkeletonCard rows={4} />
      <SkeletonCard rows={4} />
    </LoadingRegion>
  );
}

/** Shows that the network is down. Always rendered, so that screen readers announce its text. */
function OfflineStrip() {
  const isOffline = useIsOffline();
  return (
    <div role="status" className={isOffline ? styles["offline"] : undefined}>
      {isOffline && "You are offline. Your entries are safe on this device."}
    </div>
  );
}

/**
 * Moves the focus to the main region if the focused element disappears, for example a Retry button after the data has
 * loaded. Otherwise a screen reader would start at the top of the page. Returns a cleanup function.
 */
function keepFocusInMain(): () => void {
  let focused: Element | null = null;
  const note = () => (focused = document.activeElement);
  const observer = new MutationObserver(() => {
    if (!focused || document.activeElement !== document.body) return;
    const isShown = focused.isConnected && focused.getClientRects().length > 0;
    // While a dialog is open, this focuses nothing; the next change of the page calls it again.
    if (!isShown) document.getElementById("main")?.focus({ preventScroll: true });
  });
  document.addEventListener("focusin", note);
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ["open"] });
  return () => {
    document.removeEventListener("focusin", note);
    observer.disconnect();
  };
}

interface Props {
  children: ReactNode;
  /** If this changes after a failure, the page is rendered again. */
  resetKey: string;
}

/** Catches errors of a page. Reloads once if a deployment has removed a script. */
class RouteErrorBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidUpdate(before: Props): void {
    if (before.resetKey !== this.props.resetKey && this.state.hasFailed) this.setState({ hasFailed: false });
  }

  override componentDidCatch(error: unknown): void {
    logFailure("A page failed", error);
    reloadForMissingChunk(error);
  }

  override render(): ReactNode {
    return this.state.hasFailed ? <ServerProblem /> : this.props.children;
  }
}

function ServerProblem() {
  const title = useIsOffline() ? "You are offline" : "Sorry, there is a problem with the service";
  usePageTitle(title);
  return (
    <div className={`container stack-4 ${serverProblem["problem"]}`}>
      <h1 tabIndex={-1}>{title}</h1>
      <p>What you sent is safe with us, and what you entered in an application is saved on this device.</p>
      <Button onClick={() => window.location.reload()}>Try again</Button>
      <p>
        If the problem continues, <Link to={paths.contact()}>contact us</Link>.
      </p>
    </div>
  );
}
