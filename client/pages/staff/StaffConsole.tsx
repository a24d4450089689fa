import { Suspense } from "react";
import { NavLink } from "react-router-dom";
import { LoadFailure, LoadingRegion, Skeleton } from "../../components/feedback/Skeleton";
import NotFound from "../../layout/NotFound";
import { errorCode, errorMessage } from "../../lib/errorMessage";
import { displayName } from "../../lib/format";
import { useStaffDeadMessageCountQuery, useStaffMeQuery } from "../../staff/operations.generated";
import { SecondFactor } from "../../staff/SecondFactor";
import { StaffPage } from "./StaffPage";
import styles from "./StaffConsole.module.css";
import { paths } from "../../paths";

/** The layout of the staff console. For anyone else these addresses do not exist. */
export default function StaffConsole() {
  // Never from the cache, because access may have been revoked.
  const { data, error, refetch } = useStaffMeQuery({ fetchPolicy: "network-only" });
  if (errorCode(error) === "FORBIDDEN") return <NotFound title="Page not found" />;
  if (errorCode(error) === "SECOND_FACTOR_REQUIRED")
    return (
      <div className={`container stack-5 ${styles["console"]}`}>
        <SecondFactor onGiven={() => void refetch()} />
      </div>
    );
  return (
    <div className={`container stack-5 ${styles["console"]}`} data-staff={data ? "" : undefined}>
      <StaffNav name={data && displayName(data.staffMe)} />
      {error ? (
        <LoadFailure message={errorMessage(error)} onRetry={() => void refetch()} />
      ) : data ? (
        <Suspense fallback={<Loading />}>
          <StaffPage />
        </Suspense>
      ) : (
        <Loading />
      )}
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
    // Without a name, the user may not be a staff member.
    skip: !name,
    pollInterval: askEvery,
    skipPollAttempt: () => document.visibilityState === "hidden",
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
