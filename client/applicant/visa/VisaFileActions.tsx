import { useState } from "react";
import { Button } from "../../components/Button";
import { useToast } from "../../components/feedback/ToastProvider";
import { logFailure } from "../../lib/logFailure";
import { PrintedVisa } from "./PrintedVisa";
import { useVisaFile, type VisaHolder } from "./useVisaLink";

/** Shares the visa as a file, if the browser supports it, and prints it. */
export function VisaFileActions({ applicant }: { applicant: VisaHolder }) {
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
      // The user closed the share sheet.
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
