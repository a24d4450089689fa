import { useState } from "react";
import { describeReading, type VisaReading } from "../../../server/modules/review/decision/visaMatch.rules";
import { InlineAlert } from "../../components/feedback/InlineAlert";
import { Icon } from "../../components/Icon";
import type { PreparedFile } from "../../file/field/prepareFile";
import { useObjectUrl } from "../../file/useObjectUrl";
import { DocumentStage } from "../document/DocumentStage";
import styles from "./Approve.module.css";

interface VisaCheckProps {
  visa: PreparedFile | undefined;
  isReading: boolean;
  reading: VisaReading | undefined;
}

/** The chosen visa, enlarged, and the comparison of its text with the applicant. */
export function VisaCheck({ visa, isReading, reading }: VisaCheckProps) {
  const src = useObjectUrl(visa?.file);
  const [failedSrc, setFailedSrc] = useState<string>();
  return (
    <>
      <div role="status">
        {visa && !isReading && (
          <ul aria-label="The visa compared with the application" className={styles["reading"]}>
            {describeReading(reading).map(({ text, isFound }) => (
              <li key={text} data-found={isFound}>
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
