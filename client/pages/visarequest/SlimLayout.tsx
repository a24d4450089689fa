import type { ReactNode } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { Icon } from "../../components/Icon";
import { paths } from "../../paths";
import styles from "./SlimLayout.module.css";

/** Layout of the wizard: no menu, only an exit, which says whether the input is stored as a draft. */
export function SlimLayout({ children }: { children: ReactNode }) {
  const [params] = useSearchParams();
  return (
    <div className={`container ${styles["page"]}`}>
      <p className="no-print">
        <Link to={paths.applications()} className={`touch plain-link gap-2 ${styles["exit"]}`}>
          <Icon name="exit" size={18} />
          {params.has("applicant") ? "Exit without saving" : "Save and exit"}
        </Link>
      </p>
      {children}
    </div>
  );
}
