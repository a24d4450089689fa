import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { Button } from "../components/Button";
import { InlineAlert } from "../components/feedback/InlineAlert";
import styles from "../components/Section.module.css";
import { errorMessage } from "../lib/errorMessage";
import { isOffline, offlineText } from "../lib/online";
import { paths } from "../paths";
import { useLogoutEverywhereMutation } from "./operations.generated";
import { SessionList } from "./SessionList";

/** Where the account is logged in. For a lost or sold phone: ends one of its sessions, or all, this one too. */
export function YourDevices() {
  const [logoutEverywhere, { loading }] = useLogoutEverywhereMutation();
  const [problem, setProblem] = useState<string>();
  const navigate = useNavigate();

  const signOut = async () => {
    setProblem(isOffline() ? offlineText : undefined);
    if (isOffline()) return;
    try {
      await logoutEverywhere();
      // It clears what this device has kept.
      await navigate(paths.logout());
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
          too. Entries on this device that you have not submitted are erased.
        </p>
        {problem && <InlineAlert>{problem}</InlineAlert>}
        <Button variant="secondary" busy={loading} onClick={() => void signOut()}>
          Sign out everywhere
        </Button>
      </div>
    </section>
  );
}
