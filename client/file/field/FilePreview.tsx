import { useObjectUrl } from "../useObjectUrl";
import styles from "./FileField.module.css";
import { FileIcon, FileLink } from "./FileIcon";
import { describeFile } from "./fileTexts";
import type { PreparedFile } from "./prepareFile";

/** A file on the server; its signed URL expires. */
export interface StoredFile {
  src: string;
  contentType: string;
}

interface FilePreviewProps {
  label: string;
  chosen?: PreparedFile;
  stored?: StoredFile;
  onStoredImageError?: () => void;
}

/** Shows a picture, or an icon for a PDF, and describes or links the file. Without a file, shows only an icon. */
export function FilePreview({ label, chosen, stored, onStoredImageError }: FilePreviewProps) {
  const chosenUrl = useObjectUrl(chosen?.file);
  const contentType = chosen?.contentType ?? stored?.contentType;
  const isPdf = contentType === "application/pdf";
  const src = chosen ? chosenUrl : stored?.src;

  if (!contentType) return <FileIcon kind="empty" />;
  return (
    <div className={`stack-3 ${styles["preview"]}`}>
      {isPdf ? (
        <FileIcon kind="pdf" />
      ) : (
        src && (
          <img
            className={styles["picture"]}
            src={src}
            alt={label}
            referrerPolicy="no-referrer"
            onError={chosen ? undefined : onStoredImageError}
          />
        )
      )}
      <p className={`stack-1 ${styles["facts"]}`}>
        {chosen ? (
          <>
            <strong className={styles["name"]}>{chosen.file.name}</strong>
            <span className="numbers">{describeFile(chosen)}</span>
          </>
        ) : (
          <>
            <strong>Sent earlier</strong>
            {isPdf && stored && (
              <FileLink href={stored.src}>
                Open the PDF<span className="visually-hidden"> – {label} (new tab)</span>
              </FileLink>
            )}
          </>
        )}
      </p>
    </div>
  );
}
