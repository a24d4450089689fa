import { useRef } from "react";
import { Button } from "../../components/Button";
import { useAnnounce } from "../../components/feedback/ToastProvider";
import { Icon } from "../../components/Icon";
import { formatBytes } from "../../lib/format";
import styles from "./ChosenFiles.module.css";
import { FileIcon } from "./FileIcon";

export interface ListedFile {
  key: string;
  name: string;
  size: number;
  contentType: string;
  /** The required document that the file is for; null for an additional document. */
  documentName: string | null;
}

interface ChosenFilesProps {
  files: ListedFile[];
  onRemove: (key: string) => void;
  /** The element that gets the focus when the last file is removed. */
  chooserId: string;
}

export function ChosenFiles({ files, onRemove, chooserId }: ChosenFilesProps) {
  const list = useRef<HTMLUListElement>(null);
  const announce = useAnnounce();

  const remove = (index: number, file: ListedFile) => {
    onRemove(file.key);
    announce(`${file.name} removed`);
    // After the removal has been rendered, focuses the row that moved up, or the chooser if no row is left.
    requestAnimationFrame(() => {
      const buttons = list.current?.querySelectorAll("button") ?? [];
      const next = buttons[Math.min(index, buttons.length - 1)] ?? document.getElementById(chooserId);
      next?.focus();
    });
  };

  return (
    <ul ref={list} className="stack-2">
      {files.map((file, index) => (
        <li key={file.key} className={`row gap-3 sheet ${styles["row"]}`}>
          <FileIcon kind={file.contentType === "application/pdf" ? "pdf" : "picture"} size={32} />
          <span className={`anywhere ${styles["name"]}`}>{file.name}</span>
          <span className={`numbers small ${styles["size"]}`}>{formatBytes(file.size)}</span>
          <Button variant="quiet" aria-label={`Remove ${file.name}`} onClick={() => remove(index, file)}>
            <Icon name="cross" />
            <span className={styles["removeWord"]}>Remove</span>
          </Button>
        </li>
      ))}
    </ul>
  );
}
