import { useState } from "react";
import { Link, useNavigate } from "react-router-dom";
import { endSession } from "../auth/sessionChange";
import { Button } from "../components/Button";
import { Dialog } from "../components/dialog/Dialog";
import { useToast } from "../components/feedback/ToastProvider";
import styles from "../components/Section.module.css";
import { paths } from "../paths";
import { DeleteAccount } from "./DeleteAccount";
import { DownloadData } from "./DownloadData";

/** Lets travellers download their data or delete their account. */
export function YourData({ phoneNumber }: { phoneNumber: string }) {
  const [isDeleting, setDeleting] = useState(false);
  const navigate = useNavigate();
  const toast = useToast();

  const leave = () => {
    setDeleting(false);
    void navigate(paths.home(), { replace: true });
    endSession();
    toast.success("Your account was deleted, and you are logged out.");
  };

  return (
    <section className={styles["data"]} aria-labelledby="your-data-title">
      <h2 id="your-data-title">Your data</h2>
      <DownloadData phoneNumber={phoneNumber} />
      <div className={styles["row"]}>
        <p>
          Permanently delete your account with all travellers, passports and files. What we keep, and for how
          long: <Link to={paths.privacy()}>Privacy</Link>
        </p>
        <Button variant="secondary" onClick={() => setDeleting(true)}>
          Delete my account
        </Button>
      </div>
      <Dialog open={isDeleting} onClose={() => setDeleting(false)} title="Delete your account?">
        <DeleteAccount phoneNumber={phoneNumber} onKeep={() => setDeleting(false)} onErased={leave} />
      </Dialog>
    </section>
  );
}
