import { NavLink } from "react-router-dom";
import { paths } from "../paths";
import { useStaffDeadMessageCountQuery } from "./operations.generated";
import styles from "./StaffNav.module.css";

/** Polling interval in ms while the staff console is visible. */
const askEvery = 30_000;

/** The navigation of the staff console and the signed-in person; undefined while loading. */
export function StaffNav({ name }: { name: string | undefined }) {
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
  ];

  return (
    <nav aria-label="Staff console" className={styles["nav"]}>
      <ul className={styles["list"]}>
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
      {name && <span className={styles["name"]}>{name}</span>}
    </nav>
  );
}
