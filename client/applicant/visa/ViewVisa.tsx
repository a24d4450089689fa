import type { MouseEvent } from "react";
import { useToast } from "../../components/feedback/ToastProvider";
import { useVisaLink, type VisaHolder } from "./useVisaLink";
import { startDownload } from "../../file/signedLinks";
import { FileLink } from "../../file/field/FileIcon";
import styles from "./ViewVisa.module.css";

/** Opens or saves the visa of an APPROVED applicant. Fetches a new signed URL if the current one has expired. */
export function ViewVisa({ applicant }: { applicant: VisaHolder }) {
  const { approvedVisaSrc: src } = applicant;
  const person = `${applicant.firstName} ${applicant.lastName}`;
  const toast = useToast();
  const { isOld, findSrc } = useVisaLink(applicant);

  const openFresh = async (event: MouseEvent) => {
    if (!isOld()) return;
    event.preventDefault();
    // The window opens before the request, because browsers block windows that open after a response.
    const tab = window.open("", "_blank");
    const fresh = await findSrc().catch(() => undefined);
    if (!tab || !fresh) {
      tab?.close();
      return toast.error("We could not open the visa. Please try again.");
    }
    tab.opener = null;
    tab.location.replace(fresh);
  };
  const saveFresh = async (event: MouseEvent) => {
    if (!isOld()) return;
    event.preventDefault();
    const fresh = await findSrc().catch(() => undefined);
    if (!fresh) return toast.error("We could not save the visa. Please try again.");
    startDownload(fresh);
  };

  if (!src) return <p className="muted">The visa file follows shortly.</p>;
  return (
    <div className={`cluster ${styles["ways"]}`}>
      <FileLink className={styles["view"]} href={src} onClick={(event) => void openFresh(event)}>
        VIEW VISA<span className="visually-hidden"> – {person} (new tab)</span>
      </FileLink>
      {/* The browser saves the visa under the file name in the response. */}
      <a
        className={styles["save"]}
        href={src}
        download=""
        referrerPolicy="no-referrer"
        onClick={(event) => void saveFresh(event)}
      >
        Save visa<span className="visually-hidden"> – {person}</span>
      </a>
    </div>
  );
}
