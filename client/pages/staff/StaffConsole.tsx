import { useApolloClient } from "@apollo/client/react";
import { Suspense } from "react";
import { Link, NavLink } from "react-router-dom";
import { isSessionExpired, useLastUserId } from "../../auth/session";
import { Dialog } from "../../components/dialog/Dialog";
import { PageFailure, QueryFailure } from "../../components/feedback/PageFailure";
import { LoadingRegion, Skeleton } from "../../components/feedback/Skeleton";
import NotFound from "../../layout/NotFound";
import { errorCode } from "../../lib/errorMessage";
import { displayName } from "../../lib/format";
import { useStaffDeadMessageCountQuery, useStaffMeQuery } from "../../staff/operations.generated";
import { SecondFactor, secondFactorTitle } from "../../staff/SecondFactor";
import { StaffPage } from "./StaffPage";
import styles from "./StaffConsole.module.css";
import { paths } from "../../paths";

/** The layout of the staff console. Other users see "Page not found". */
export default function StaffConsole() {
  // The key resets the page, so that the next user of this browser does not see the previous user's input.
  return <Console key={useLastUserId()} />;
}

function Console() {
  // Not cached, because access may have been revoked. After an error the earlier data stays.
  const { data, error, refetch } = useStaffMeQuery({ fetchPolicy: "network-only" });
  const client = useApolloClient();
  // Repeats all queries of the page, because they failed too.
  const reload = () => void client.refetchQueries({ include: "active" });
  const needsFactor = errorCode(error) === "SECOND_FACTOR_REQUIRED";
  const failure = error && !needsFactor && { error, refetch };
  if (errorCode(error) === "FORBIDDEN") return <NotFound title="Page not found" />;
  if (needsFactor && !data)
    return (
      <div className={`container stack-5 ${styles["console"]}`}>
        <section aria-labelledby="second-factor" className="stack-3">
          <h1 id="second-factor">{secondFactorTitle}</h1>
          <SecondFactor onGiven={reload} />
        </section>
      </div>
    );
  return (
    <div className={`container stack-5 ${styles["console"]}`} data-staff={data ? "" : undefined}>
      <StaffNav name={data && displayName(data.staffMe)} />
      {failure && data && <QueryFailure {...failure} />}
      {data ? (
        <Suspense fallback={<Loading />}>
          <StaffPage />
        </Suspense>
      ) : failure ? (
        <PageFailure {...failure} what="the staff console" />
      ) : (
        <Loading />
      )}
      <Dialog open={needsFactor} title={secondFactorTitle}>
        <div className="stack-4">
          <p>Your new session needs the second factor too. What you entered is saved.</p>
          <SecondFactor onGiven={reload} />
          <Link className="touch" to={paths.logout()}>
            Log out
          </Link>
        </div>
      </Dialog>
    </div>
  );
}

function Loading() {
  return (
    <LoadingRegion>
      <Skeleton height={44} width="40%" />
      <Skeleton height={360} />
    </LoadingRegion>
  );
}

/** Polling interval in ms while the staff console is visible. */
const askEvery = 30_000;

function StaffNav({ name }: { name: string | undefined }) {
  const { data, previousData } = useStaffDeadMessageCountQuery({
    // Skipped until the user is known to be a staff member.
    skip: !name,
    pollInterval: askEvery,
    skipPollAttempt: () => document.visibilityState === "hidden" || isSessionExpired(),
  });
  // If refetching fails, the last known count stays.
  const notSent = (data ?? previousData)?.staffQueueCounts.deadMessages ?? 0;
  const items = [
    { to: paths.staff(), label: "Queue", isExact: true },
    { to: paths.staffDeadMessages(), label: "Messages", notSent },
    { to: paths.catalogueAdmin(), label: "Catalogue" },
    { to: paths.staffPartners(), label: "Partners" },
  ];

  return (
    <nav aria-label="Staff console" className={`cluster spread ${styles["nav"]}`}>
      <ul className="wrap gap-1">
        {items.map(({ to, label, isExact, notSent }) => (
          <li key={to}>
            <NavLink to={to} end={isExact} className={styles["item"]}>
              {label}
              {notSent ? (
                <span className={styles["count"]}>
                  {notSent}
                  <span className="visually-hidden"> not sent</span>
                </span>
              ) : null}
            </NavLink>
          </li>
        ))}
      </ul>
      {name && <span className="small">{name}</span>}
    </nav>
  );
}
