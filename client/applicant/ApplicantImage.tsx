import { useState } from "react";
import { Dialog } from "../components/dialog/Dialog";
import { FileIcon, FileLink } from "../file/field/FileIcon";
import styles from "./ApplicantBlock.module.css";

interface ApplicantImageProps {
  caption: string;
  person: string;
  src: string;
  contentType: string;
  onImageError: () => void;
}

/** A picture that opens enlarged, or a link to the PDF that was sent instead. */
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
      <figure className={`stack-1 ${styles["figure"]}`}>
        {contentType === "application/pdf" ? (
          <FileLink className={`stack-2 ${styles["frame"]}`} href={src}>
            <FileIcon kind="pdf" />
            <span>
              Open the PDF<span className="visually-hidden"> – {name} (new tab)</span>
            </span>
          </FileLink>
        ) : (
          <button
            type="button"
            className={`stack-2 ${styles["frame"]}`}
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
