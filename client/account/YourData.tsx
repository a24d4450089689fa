import { useState } from "react";
import { Link, useNavigate } from "react-router-dom";
import { endSession } from "../auth/sessionChange";
import { Button } from "../components/Button";
import { Dialog } from "../components/dialog/Dialog";
import { useToast } from "../components/feedback/ToastProvider";
import styles from "../components/Section.module.css";
import { paths } from "../paths";
import { DeleteAccount } from "./DeleteAccount";
import { OwnCodeForm } from "../auth/CodeForm";
import { useOwnCode } from "../auth/useSendCode";
import { InlineAlert } from "../components/feedback/InlineAlert";
import { startDownload } from "../file/signedLinks";
import { payloadOf } from "../lib/errorMessage";
import { useCreateAccountExportMutation } from "./operations.generated";

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
    <section className={`stack-5 ${styles["data"]}`} aria-labelledby="your-data-title">
      <h2 id="your-data-title">Your data</h2>
      <DownloadData phoneNumber={phoneNumber} />
      <div className={`stack-3 ${styles["row"]}`}>
        <p>
          Permanently delete your account with all applicants, passports and files. What we keep, and for how
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

/** Downloads all data stored about the account. Requires a new code, so a stolen session is not enough. */
function DownloadData({ phoneNumber }: { phoneNumber: string }) {
  const { sent, setSent, problem, isSending, send } = useOwnCode(phoneNumber);
  const [createExport, { loading }] = useCreateAccountExportMutation();
  const toast = useToast();

  const download = async (otp: string) => {
    const input = { otp, handle: sent?.handle };
    const { accountExport, userErrors } = payloadOf(await createExport({ variables: { input } }));
    if (!accountExport) return userErrors[0]?.message ?? "Please try again";
    startDownload(accountExport.url);
    setSent(undefined);
    toast.success("Your download has started");
    return undefined;
  };

  return (
    <div className={`stack-3 ${styles["row"]}`}>
      <p>
        Everything that we keep about you in one ZIP file: your profile, applications, payments, all files,
        and who opened them.
      </p>
      {problem && <InlineAlert>{problem}</InlineAlert>}
      {sent ? (
        <OwnCodeForm
          id="download-otp"
          className={`stack-3 ${styles["row"]}`}
          sent={sent}
          onResent={setSent}
          isBusy={loading}
          onCode={download}
          submit="Download"
          leave="Cancel"
          onLeave={() => setSent(undefined)}
        />
      ) : (
        <Button variant="secondary" busy={isSending} onClick={() => void send()}>
          Download my data
        </Button>
      )}
    </div>
  );
}
