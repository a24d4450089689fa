import type { ApplicantPartsFragment } from "../operations.generated";
import styles from "./ReadyVisas.module.css";
import { ViewVisa } from "./ViewVisa";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { Button } from "../../components/Button";
import { useToast } from "../../components/feedback/ToastProvider";
import { listen } from "../../lib/listen";
import { logFailure } from "../../lib/logFailure";
import { useVisaFile, type VisaHolder } from "./useVisaLink";
import { createPortal } from "react-dom";

/** Returns the approved applicants, whose visas are shown first on the page. */
export const findApproved = <Applicant extends ApplicantPartsFragment>(applicants: readonly Applicant[]) =>
  applicants.filter(({ visaApplicantStatus }) => visaApplicantStatus === "APPROVED");

export function ReadyVisas({ applicants }: { applicants: readonly ApplicantPartsFragment[] }) {
  return (
    <section aria-label="Visa files" className={`no-print ${styles["visas"]}`}>
      <ul>
        {applicants.map((applicant) => (
          <li key={applicant.visaApplicantId} className={`stack-2 ${styles["visa"]}`}>
            <h2 className="text-l anywhere">
              {applicant.firstName} {applicant.lastName}
            </h2>
            <div className={styles["ways"]}>
              <ViewVisa applicant={applicant} />
              {applicant.approvedVisaSrc && <VisaFileActions applicant={applicant} />}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function VisaFileActions({ applicant }: { applicant: VisaHolder }) {
  const person = `${applicant.firstName} ${applicant.lastName}`;
  const fetchVisa = useVisaFile(applicant);
  const toast = useToast();
  const [busy, setBusy] = useState<"share" | "print">();
  const [printed, setPrinted] = useState<Blob[]>();

  const run = async (action: "share" | "print", act: () => Promise<void>) => {
    setBusy(action);
    try {
      await act();
    } catch (error) {
      logFailure(`${action} the visa`, error);
      toast.error(`We could not ${action} the visa. Please try again.`);
    } finally {
      setBusy(undefined);
    }
  };
  const share = async () => {
    const file = await fetchVisa();
    try {
      await navigator.share({ files: [file], title: file.name });
    } catch (error) {
      // An AbortError means that the user closed the share sheet.
      if (!(error instanceof DOMException && error.name === "AbortError")) throw error;
    }
  };
  const print = async () => {
    const file = await fetchVisa();
    if (file.type !== "application/pdf") return setPrinted([file]);
    const { drawPages } = await import("../../file/loadPdf");
    setPrinted(await drawPages(file));
  };

  const suffix = <span className="visually-hidden"> – {person}</span>;
  return (
    <>
      {canShareFiles() && (
        <Button variant="secondary" busy={busy === "share"} onClick={() => void run("share", share)}>
          Share visa{suffix}
        </Button>
      )}
      <Button variant="secondary" busy={busy === "print"} onClick={() => void run("print", print)}>
        Print visa{suffix}
      </Button>
      {printed && <PrintedVisa pages={printed} person={person} onDone={() => setPrinted(undefined)} />}
    </>
  );
}

function canShareFiles(): boolean {
  const files = [new File([], "visa.pdf", { type: "application/pdf" })];
  return typeof navigator.share === "function" && navigator.canShare?.({ files });
}

interface PrintedVisaProps {
  pages: readonly Blob[];
  person: string;
  /** Called when the print dialog has closed. */
  onDone: () => void;
}

/** Prints a visa as images, because phones cannot print a PDF in a frame and the CSP of visa files forbids framing. */
function PrintedVisa({ pages, person, onDone }: PrintedVisaProps) {
  const sheets = useRef<HTMLDivElement>(null);
  const [sources, setSources] = useState<string[]>([]);
  const reportDone = useEffectEvent(onDone);

  useEffect(() => {
    const urls = pages.map((page) => URL.createObjectURL(page));
    setSources(urls);
    return () => urls.forEach((url) => URL.revokeObjectURL(url));
  }, [pages]);

  useEffect(() => {
    if (sources.length === 0) return;
    let isGone = false;
    const stop = listen(window, ["afterprint"], () => reportDone());
    const images = [...sheets.current!.querySelectorAll("img")];
    void Promise.allSettled(images.map((image) => image.decode())).then(() => {
      if (!isGone) window.print();
    });
    return () => {
      isGone = true;
      stop();
    };
  }, [sources]);

  return createPortal(
    <div ref={sheets} className={styles["sheets"]}>
      {sources.map((src, index) => (
        <img key={src} src={src} alt={`Visa of ${person}, page ${index + 1} of ${sources.length}`} />
      ))}
    </div>,
    document.body,
  );
}
