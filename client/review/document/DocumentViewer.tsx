import { useRef, useState } from "react";
import { Button } from "../../components/Button";
import { InlineAlert } from "../../components/feedback/InlineAlert";
import { useStableUrl } from "../../file/signedLinks";
import { fileName } from "../case/caseLabels";
import { useCase } from "../case/useCase";
import { DocumentStage } from "./DocumentStage";
import styles from "./DocumentViewer.module.css";
import type { StaffFilePartsFragment } from "./operations.generated";

interface DocumentViewerProps {
  file: StaffFilePartsFragment;
  person: string;
  hasShortcuts: boolean;
}

/** One file of the case; its link is refetched after it expires. */
export function DocumentViewer({ file, person, hasShortcuts }: DocumentViewerProps) {
  const { reload } = useCase();
  const [hasFailed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const isSecondTry = useRef(false);
  const { src, drop } = useStableUrl(file.fileId, file.src);

  // A link is valid for five minutes; the next response has a new one.
  const tryAnew = () => {
    drop();
    void reload().then(() => {
      setFailed(false);
      setAttempt((count) => count + 1);
    });
  };
  const fail = () => {
    if (isSecondTry.current) return setFailed(true);
    isSecondTry.current = true;
    tryAnew();
  };

  return (
    <DocumentStage
      src={src}
      attempt={attempt}
      isPdf={file.contentType === "application/pdf"}
      name={`${fileName(file)} of ${person}`}
      hasShortcuts={hasShortcuts}
      onShown={() => (isSecondTry.current = false)}
      onFailure={fail}
      failure={
        hasFailed && (
          <div className={styles["failure"]}>
            <InlineAlert>{fileName(file)} could not be loaded.</InlineAlert>
            <Button variant="secondary" onClick={tryAnew}>
              Try again
            </Button>
          </div>
        )
      }
    />
  );
}
