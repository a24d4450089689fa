import { Suspense, useEffect, useEffectEvent, useLayoutEffect, useRef } from "react";
import { NavigationType, Outlet, useLocation, useNavigationType } from "react-router-dom";
import { LoadingRegion, Skeleton, SkeletonCard } from "../components/feedback/Skeleton";
import { keepFocusInMain } from "../lib/focusMain";
import { repeatEarlyTaps } from "../lib/earlyTaps";
import { useIsOffline } from "../lib/online";
import { pageAnswers } from "../lib/pageAnswers";
import { Footer } from "./Footer";
import { Header } from "./Header";
import styles from "./Layout.module.css";
import { useSiteInfoQuery } from "./public.generated";
import { RouteErrorBoundary } from "./RouteErrorBoundary";

/** The layout of every page: skip link, header, offline strip, page, footer. */
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

/** A sibling of the page, so that its effect runs after the page was hydrated. */
function WhenItAnswers() {
  useEffect(() => {
    // Hydration renders without the session; the next render, which follows immediately, has it.
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
  // Depends on the path only: a new step or filter in the query must not scroll.
  useLayoutEffect(() => arrive(), [pathname]);
}

function PageSkeleton() {
  return (
    <LoadingRegion className={`container ${styles["loading"]}`}>
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
