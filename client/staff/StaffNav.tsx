import { NavLink } from "react-router-dom";
import { paths } from "../paths";
import { useStaffDeadMessageCountQuery } from "./operations.generated";
import styles from "./StaffNav.module.css";

/** In ms, while somebody looks at the staff console. */
const askEvery = 30_000;

/** The parts of the staff console, and who is signed in; undefined until that is known. */
export function StaffNav({ name }: { name: string | undefined }) {
  const { data, previousData } = useStaffDeadMessageCountQuery({
    // Whoever has no name yet may not be of the staff.
    skip: !name,
    pollInterval: askEvery,
    skipPollAttempt: () => document.visibilityState === "hidden",
  });
  // What was known last stays where asking again fails.
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
