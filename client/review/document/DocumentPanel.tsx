import { useRef, useState } from "react";
import { InlineAlert } from "../../components/feedback/InlineAlert";
import { useAnnounce } from "../../components/feedback/ToastProvider";
import { Icon } from "../../components/Icon";
import { classes } from "../../lib/classes";
import { useFocusAfter } from "../../lib/focusInView";
import { shortenMiddle } from "../../lib/format";
import { fileName } from "../case/caseLabels";
import styles from "./DocumentPanel.module.css";
import { DocumentReview } from "./DocumentReview";
import type { StaffFilePartsFragment } from "./operations.generated";
import { useShortcuts } from "./useShortcuts";
import { Button } from "../../components/Button";
import { useFirstLink } from "../../file/signedLinks";
import { useCase } from "../case/useCase";
import { DocumentStage } from "./DocumentStage";
import documentViewer from "./DocumentViewer.module.css";

interface DocumentPanelProps {
  files: StaffFilePartsFragment[];
  person: string;
  canReview: boolean;
  hasShortcuts: boolean;
}

/** Selector of the element that shows a file. While the file is zoomed, the arrow keys move it. */
const sheet = "[role=group][tabindex='0']";

export function DocumentPanel({ files, person, canReview, hasShortcuts }: DocumentPanelProps) {
  const [chosenId, setChosenId] = useState<string>();
  const index = Math.max(
    0,
    files.findIndex(({ fileId }) => fileId === chosenId),
  );
  const file = files[index];
  const viewer = useRef<HTMLElement>(null);
  const focusAfter = useFocusAfter();
  const announce = useAnnounce();
  const holdsFocus = () => viewer.current?.contains(document.activeElement) ?? false;
  const go = (by: number) => {
    const next = files[(index + by + files.length) % files.length];
    if (!next) return;
    setChosenId(next.fileId);
    announce(fileName(next));
    // Moves the focus, because the focused sheet or tool is replaced by the next file's.
    if (holdsFocus())
      focusAfter(() => (holdsFocus() ? null : (viewer.current?.querySelector<HTMLElement>(sheet) ?? null)));
  };
  useShortcuts({ "[": () => go(-1), "]": () => go(1) }, hasShortcuts);

  if (!file) return <InlineAlert tone="info">There are no documents: they are no longer kept.</InlineAlert>;
  return (
    <section ref={viewer} aria-label={`Documents of ${person}`} className={styles["viewer"]}>
      <ul className={`wrap gap-1 ${styles["chooser"]}`}>
        {files.map((one) => (
          <li key={one.fileId}>
            <button
              type="button"
              aria-pressed={one.fileId === file.fileId}
              className={classes(
                "touch gap-1",
                styles["choice"],
                one.verdict ? styles[getTone(one)] : undefined,
              )}
              title={fileName(one)}
              onClick={() => setChosenId(one.fileId)}
            >
              {one.verdict && <Icon name={one.verdict.isAccepted ? "check" : "cross"} size={14} />}
              <ChoiceName name={fileName(one)} />
              {one.verdict && (
                <span className="visually-hidden">
                  , {one.verdict.isAccepted ? "acceptable" : "not acceptable"}
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
      {file.scanState === "UNSCANNED" && (
        <p className={styles["unscanned"]}>
          <Icon name="warning" />
          Not scanned for viruses: no scanner was available. Open it with care.
        </p>
      )}
      <DocumentViewer key={file.fileId} file={file} person={person} hasShortcuts={hasShortcuts} />
      {file.kind !== "VISA" && (
        <DocumentReview key={`review ${file.fileId}`} file={file} canReview={canReview} />
      )}
    </section>
  );
}

const maxNameLength = 28;

function ChoiceName({ name }: { name: string }) {
  const short = shortenMiddle(name, maxNameLength);
  if (short === name) return <span className="anywhere">{name}</span>;
  return (
    <>
      <span aria-hidden="true" className="anywhere">
        {short}
      </span>
      <span className="visually-hidden">{name}</span>
    </>
  );
}

const getTone = ({ verdict }: StaffFilePartsFragment) => (verdict?.isAccepted ? "accepted" : "refused");

interface DocumentViewerProps {
  file: StaffFilePartsFragment;
  person: string;
  hasShortcuts: boolean;
}

/** One file of the case. It is not reloaded when its signed URL is renewed, because each load is recorded as a view. */
function DocumentViewer({ file, person, hasShortcuts }: DocumentViewerProps) {
  const { reload } = useCase();
  const [hasFailed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const isSecondTry = useRef(false);
  const { src, drop } = useFirstLink(file.src);

  // Reloads the case to get a new signed URL, because each one expires after five minutes.
  const retry = () => {
    drop();
    void reload().then(() => {
      setFailed(false);
      setAttempt((count) => count + 1);
    });
  };
  const fail = () => {
    if (isSecondTry.current) return setFailed(true);
    isSecondTry.current = true;
    retry();
  };

  return (
    <DocumentStage
      src={src}
      link={file.src}
      attempt={attempt}
      isPdf={file.contentType === "application/pdf"}
      name={`${fileName(file)} of ${person}`}
      hasShortcuts={hasShortcuts}
      onShown={() => (isSecondTry.current = false)}
      onFailure={fail}
      failure={
        hasFailed && (
          <div className={`stack-3 ${documentViewer["failure"]}`}>
            <InlineAlert>{fileName(file)} could not be loaded.</InlineAlert>
            <Button variant="secondary" onClick={retry}>
              Try again
            </Button>
          </div>
        )
      }
    />
  );
}
