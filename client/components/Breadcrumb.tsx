import { Link } from "react-router-dom";
import styles from "./Breadcrumb.module.css";

export function Breadcrumb({ steps, here }: { steps: { label: string; to: string }[]; here: string }) {
  return (
    <nav aria-label="Breadcrumb" className="no-print">
      <ol className={`cluster ${styles["list"]}`}>
        {steps.map(({ label, to }) => (
          <li key={to} className="row gap-2">
            <Link className="touch" to={to}>
              {label}
            </Link>
          </li>
        ))}
        <li aria-current="page" className="touch muted">
          {here}
        </li>
      </ol>
    </nav>
  );
}
