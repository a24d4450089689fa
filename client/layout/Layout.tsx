import { Suspense, useEffect, useEffectEvent, useLayoutEffect, useRef } from "react";
import { NavigationType, Outlet, useLocation, useNavigationType } from "react-router-dom";
import { LoadingRegion, Skeleton, SkeletonCard } from "../components/feedback/Skeleton";
import { repeatEarlyTaps } from "../lib/earlyTaps";
import { useIsOffline } from "../lib/online";
import { pageAnswers } from "../lib/pageAnswers";
import { Footer } from "./Footer";
import { Header } from "./Header";
import styles from "./Layout.module.css";
import { useSiteInfoQuery } from "./public.generated";
import { RouteErrorBoundary } from "./RouteErrorBoundary";

/** The frame of every page: skip link, header, offline strip, the page, footer. */
export function Layout() {
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const { data } = useSiteInfoQuery();
  useScrollToTop(pathname);

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

/** Beside the page, so that its effect comes once React has taken over the page that the server wrote. */
function WhenItAnswers() {
  useEffect(() => {
    // The first render over the server's HTML knows of no session; the next one, which follows at once, does.
    const repeat = setTimeout(() => {
      repeatEarlyTaps();
      pageAnswers();
    });
    return () => clearTimeout(repeat);
  }, []);
  return null;
}

/** A new page begins at its top; Back and Forward leave the place to the browser. */
function useScrollToTop(pathname: string) {
  const navigationType = useNavigationType();
  const arrive = useEffectEvent(() => {
    if (navigationType !== NavigationType.Pop) window.scrollTo(0, 0);
  });
  // Only the page counts: a step or a filter in the query keeps the place.
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

/** Says that the line is down; the region is there from the first paint, so that it is spoken. */
function OfflineStrip() {
  const isOffline = useIsOffline();
  return (
    <div role="status" className={isOffline ? styles["offline"] : undefined}>
      {isOffline && "You are offline. Your entries are safe on this device."}
    </div>
  );
}
