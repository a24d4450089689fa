import { useState } from "react";
import { Link, useNavigate } from "react-router-dom";
import { endSession } from "../auth/session";
import { Button } from "../components/Button";
import { Dialog } from "../components/dialog/Dialog";
import { InlineAlert } from "../components/feedback/InlineAlert";
import { useToast } from "../components/feedback/ToastProvider";
import styles from "../components/Section.module.css";
import { errorMessage } from "../lib/errorMessage";
import { isOffline, offlineText } from "../lib/online";
import { paths } from "../paths";
import { DeleteAccount } from "./DeleteAccount";
import { useCreateAccountExportMutation } from "./operations.generated";

/** What is kept about the person: to take along, or to have erased. */
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
      <Download />
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

/** The link is asked for at the moment it is needed: it opens for five minutes only. */
function Download() {
  const [createExport, { loading }] = useCreateAccountExportMutation();
  const [problem, setProblem] = useState<string>();
  const toast = useToast();

  const download = async () => {
    if (isOffline()) return setProblem(offlineText);
    setProblem(undefined);
    try {
      const { data } = await createExport();
      const response = data?.createAccountExport;
      if (!response?.accountExport) return setProblem(response?.userErrors[0]?.message ?? "Please try again");
      const link = document.createElement("a");
      link.href = response.accountExport.url;
      link.download = "";
      link.click();
      toast.success("Your download has started");
    } catch (error) {
      setProblem(errorMessage(error));
    }
  };

  return (
    <div className={styles["row"]}>
      <p>
        Everything that we keep about you in one ZIP file: your profile, applications, payments, all files,
        and who opened them.
      </p>
      {problem && <InlineAlert>{problem}</InlineAlert>}
      <Button variant="secondary" busy={loading} onClick={() => void download()}>
        Download my data
      </Button>
    </div>
  );
}
