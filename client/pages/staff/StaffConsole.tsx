import { Suspense } from "react";
import { Outlet } from "react-router-dom";
import { LoadFailure } from "../../components/feedback/LoadFailure";
import { LoadingRegion, Skeleton } from "../../components/feedback/Skeleton";
import NotFound from "../../layout/NotFound";
import { errorCode, errorMessage } from "../../lib/errorMessage";
import { displayName } from "../../lib/format";
import { useStaffMeQuery } from "../../staff/operations.generated";
import { SecondFactor } from "../../staff/SecondFactor";
import { StaffNav } from "../../staff/StaffNav";
import styles from "./StaffConsole.module.css";

/** The layout of the staff console. For anyone else these addresses do not exist. */
export default function StaffConsole() {
  // Never from the cache, because access may have been revoked.
  const { data, error, refetch } = useStaffMeQuery({ fetchPolicy: "network-only" });
  if (errorCode(error) === "FORBIDDEN") return <NotFound title="Page not found" />;
  if (errorCode(error) === "SECOND_FACTOR_REQUIRED")
    return (
      <div className={`container ${styles["console"]}`}>
        <SecondFactor onGiven={() => void refetch()} />
      </div>
    );
  return (
    <div className={`container ${styles["console"]}`} data-staff={data ? "" : undefined}>
      <StaffNav name={data && displayName(data.staffMe)} />
      {error ? (
        <LoadFailure message={errorMessage(error)} onRetry={() => void refetch()} />
      ) : data ? (
        <Suspense fallback={<Loading />}>
          <Outlet />
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
