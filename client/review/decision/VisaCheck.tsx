import { useEffect, useState } from "react";
import {
  describeReading,
  readVisaText,
  type VisaReading,
} from "../../../server/modules/review/decision/visaMatch.rules";
import { InlineAlert } from "../../components/feedback/InlineAlert";
import { Icon } from "../../components/Icon";
import type { PreparedFile } from "../../file/field/prepareFile";
import { useObjectUrl } from "../../file/useObjectUrl";
import { DocumentStage } from "../document/DocumentStage";
import styles from "./Approve.module.css";
import { openPdf } from "../../file/loadPdf";
import { logFailure } from "../../lib/logFailure";
import type { StaffApplicantPartsFragment } from "../case/operations.generated";

interface VisaCheckProps {
  visa: PreparedFile | undefined;
  isReading: boolean;
  reading: VisaReading | undefined;
}

export function VisaCheck({ visa, isReading, reading }: VisaCheckProps) {
  const src = useObjectUrl(visa?.file);
  const [failedSrc, setFailedSrc] = useState<string>();
  return (
    <>
      <div role="status">
        {visa && !isReading && (
          <ul aria-label="The visa compared with the application" className={`stack-1 ${styles["reading"]}`}>
            {describeReading(reading).map(({ text, isFound }) => (
              <li key={text} className="row gap-2" data-found={isFound}>
                <Icon name={isFound ? "check" : "warning"} size={16} />
                <span>{text}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
      {visa && src && (
        <div className={styles["visa"]}>
          <DocumentStage
            key={src}
            src={src}
            chosen={visa.file}
            isPdf={visa.contentType === "application/pdf"}
            name="The chosen visa"
            hasShortcuts={false}
            onShown={() => setFailedSrc(undefined)}
            onFailure={() => setFailedSrc(src)}
            failure={failedSrc === src && <InlineAlert>The visa could not be shown.</InlineAlert>}
          />
        </div>
      )}
    </>
  );
}

interface VisaText {
  of: PreparedFile;
  /** The text of the file; undefined if it does not contain any. */
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

async function readText({ file, contentType }: PreparedFile, signal: AbortSignal) {
  if (contentType !== "application/pdf") return undefined;
  const pdf = await openPdf(file, signal);
  try {
    return await pdf.readText();
  } finally {
    pdf.close();
  }
}
