import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { Button } from "../components/Button";
import { InlineAlert } from "../components/feedback/InlineAlert";
import styles from "../components/Section.module.css";
import { errorMessage } from "../lib/errorMessage";
import { type DraftSummary, listDrafts } from "../lib/drafts/draftRecords";
import { isOffline, offlineText } from "../lib/online";
import { paths } from "../paths";
import type { DraftChoice, LogoutState } from "./logout/draftChoice";
import { KeepDraftDialog } from "./logout/KeepDraftDialog";
import { useLogoutEverywhereMutation } from "./operations.generated";
import { SessionList } from "./SessionList";

/** The account's sessions. For a lost or sold phone: ends one session, or all, including the current one. */
export function YourDevices() {
  const [logoutEverywhere, { loading }] = useLogoutEverywhereMutation();
  const [drafts, setDrafts] = useState<DraftSummary[]>([]);
  const [problem, setProblem] = useState<string>();
  const navigate = useNavigate();

  const ask = async () => {
    const found = await listDrafts();
    if (found.length > 0) setDrafts(found);
    else await signOut("erase");
  };
  const signOut = async (choice: DraftChoice) => {
    setDrafts([]);
    setProblem(isOffline() ? offlineText : undefined);
    if (isOffline()) return;
    try {
      await logoutEverywhere();
      // The logout page clears the data on this device.
      await navigate(paths.logout(), { state: { drafts: choice } satisfies LogoutState });
    } catch (error) {
      setProblem(errorMessage(error));
    }
  };

  return (
    <section className={styles["data"]} aria-labelledby="devices">
      <h2 id="devices">Your devices</h2>
      <SessionList />
      <div className={styles["row"]}>
        <p>
          Lost a phone, or logged in on somebody else&rsquo;s? This logs you out on every device, this one
          too. We ask first if you have a draft here.
        </p>
        {problem && <InlineAlert>{problem}</InlineAlert>}
        <Button variant="secondary" busy={loading} onClick={() => void ask()}>
          Sign out everywhere
        </Button>
        <KeepDraftDialog
          drafts={drafts}
          onStay={() => setDrafts([])}
          onChoose={(choice) => void signOut(choice)}
        />
      </div>
    </section>
  );
}
