import { type ReactNode, useState } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { keepsDrafts } from "../../applicant/draft/unwrittenDraft";
import { DraftsKeptContext } from "../../applicant/draft/useDraft";
import { Icon } from "../../components/Icon";
import { canKeepDrafts } from "../../lib/drafts/draftStore";
import { paths } from "../../paths";
import styles from "./SlimLayout.module.css";

/** Layout of the wizard: no menu, only an exit, which says whether the input is stored as a draft. */
export function SlimLayout({ children }: { children: ReactNode }) {
  const [params] = useSearchParams();
  // The form reports it once it is open; until then, this predicts its report.
  const isNewForm = !params.has("applicant") && params.get("step") !== "travellers";
  const [isKept, setKept] = useState(() => isNewForm && canKeepDrafts() && keepsDrafts());
  return (
    <div className={`container ${styles["page"]}`}>
      <p className="no-print">
        <Link to={paths.applications()} className={`touch plain-link gap-2 ${styles["exit"]}`}>
          <Icon name="exit" size={18} />
          {isKept ? "Save and exit" : "Exit without saving"}
        </Link>
      </p>
      <DraftsKeptContext value={setKept}>{children}</DraftsKeptContext>
    </div>
  );
}
