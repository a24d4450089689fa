import { Link } from "react-router-dom";
import styles from "./Breadcrumb.module.css";

export function Breadcrumb({ steps, here }: { steps: { label: string; to: string }[]; here: string }) {
  return (
    <nav aria-label="Breadcrumb" className="no-print">
      <ol className={`cluster ${styles["list"]}`}>
        {steps.map(({ label, to }) => (
          <li key={to}>
            <Link to={to}>{label}</Link>
          </li>
        ))}
        <li>
          <span aria-current="page">{here}</span>
        </li>
      </ol>
    </nav>
  );
}
