import { useState } from "react";
import { Dialog } from "../components/dialog/Dialog";
import { FileIcon } from "../file/field/FileIcon";
import styles from "./ApplicantBlock.module.css";

interface ApplicantImageProps {
  caption: string;
  person: string;
  src: string;
  contentType: string;
  onImageError: () => void;
}

/** A picture with its caption that opens enlarged; a PDF is a link to the file. */
export function ApplicantImage({ caption, person, src, contentType, onImageError }: ApplicantImageProps) {
  const [isOpen, setOpen] = useState(false);
  const name = `${caption} of ${person}`;
  const image = (className: string | undefined, alt: string) => (
    <img
      className={className}
      src={src}
      alt={alt}
      decoding="async"
      loading="lazy"
      referrerPolicy="no-referrer"
      onError={onImageError}
    />
  );

  return (
    <>
      <figure className={styles["figure"]}>
        {contentType === "application/pdf" ? (
          <a
            className={styles["frame"]}
            href={src}
            target="_blank"
            rel="noopener noreferrer"
            referrerPolicy="no-referrer"
          >
            <FileIcon kind="pdf" />
            <span>
              Open the PDF<span className="visually-hidden"> – {name} (new tab)</span>
            </span>
          </a>
        ) : (
          <button
            type="button"
            className={styles["frame"]}
            aria-haspopup="dialog"
            onClick={() => setOpen(true)}
          >
            {image(styles["thumb"], name)}
            <span className="visually-hidden">, enlarge</span>
          </button>
        )}
        <figcaption>{caption}</figcaption>
      </figure>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title={name} kind="wide">
        {image(styles["large"], `${name}, enlarged`)}
      </Dialog>
    </>
  );
}
