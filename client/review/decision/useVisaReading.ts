import { useEffect, useState } from "react";
import { readVisaText, type VisaReading } from "../../../server/modules/review/decision/visaMatch.rules";
import type { PreparedFile } from "../../file/field/prepareFile";
import { openPdf } from "../../file/loadPdf";
import { logFailure } from "../../lib/logFailure";
import type { StaffApplicantPartsFragment } from "../case/operations.generated";

interface VisaText {
  of: PreparedFile;
  /** Undefined if the file has none. */
  text: string | undefined;
}

/** Compares the text of the chosen visa with the applicant. The server repeats the check. */
export function useVisaReading(
  visa: PreparedFile | undefined,
  { visaApplicant }: StaffApplicantPartsFragment,
): { isReading: boolean; reading: VisaReading | undefined } {
  const [read, setRead] = useState<VisaText>();

  useEffect(() => {
    if (!visa) return;
    const leaving = new AbortController();
    void readText(visa, leaving.signal)
      .catch((error: unknown) => {
        if (!leaving.signal.aborted) logFailure("read the text of a visa", error);
        return undefined;
      })
      .then((text) => {
        if (!leaving.signal.aborted) setRead({ of: visa, text });
      });
    return () => leaving.abort();
  }, [visa]);

  const isReading = visa !== undefined && read?.of !== visa;
  return { isReading, reading: isReading || !visa ? undefined : readVisaText(read?.text, visaApplicant) };
}

async function readText(
  { file, contentType }: PreparedFile,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (contentType !== "application/pdf") return undefined;
  const pdf = await openPdf(file, signal);
  try {
    return await pdf.readText();
  } finally {
    pdf.close();
  }
}
