import { formatBytes } from "../../lib/format";
import type { ListedFile } from "./ChosenFiles";
import { FileIcon, FileLink } from "./FileIcon";
import styles from "./FileRows.module.css";

/** A list of files with the documents that they belong to. Files on the server are shown as links. */
export function FileRows({ files }: { files: readonly (ListedFile & { src?: string })[] }) {
  if (files.length === 0) return <p className="muted">Not provided</p>;
  return (
    <ul className="stack-1">
      {files.map(({ key, name, documentName, size, contentType, src }) => (
        <li key={key} className={`row gap-2 ${styles["file"]}`}>
          <FileIcon kind={contentType === "application/pdf" ? "pdf" : "picture"} size={28} />
          <div className={`anywhere ${styles["name"]}`}>
            {src ? (
              <FileLink href={src} className="touch">
                {name}
              </FileLink>
            ) : (
              name
            )}
            {documentName && <p className="small">{documentName}</p>}
          </div>
          <span className={`numbers muted ${styles["size"]}`}>{formatBytes(size)}</span>
        </li>
      ))}
    </ul>
  );
}
