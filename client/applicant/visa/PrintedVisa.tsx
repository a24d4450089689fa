import { useEffect, useEffectEvent, useRef, useState } from "react";
import { createPortal } from "react-dom";
import styles from "./PrintedVisa.module.css";

interface PrintedVisaProps {
  /** One image per page. */
  pages: readonly Blob[];
  person: string;
  /** Called when the print dialog has closed. */
  onDone: () => void;
}

/**
 * Prints a visa instead of the page. Uses images, because phones cannot print a PDF in a frame and the file's
 * own Content-Security-Policy forbids framing.
 */
export function PrintedVisa({ pages, person, onDone }: PrintedVisaProps) {
  const sheets = useRef<HTMLDivElement>(null);
  const [sources, setSources] = useState<string[]>([]);
  const reportDone = useEffectEvent(onDone);

  useEffect(() => {
    const urls = pages.map((page) => URL.createObjectURL(page));
    setSources(urls);
    return () => urls.forEach((url) => URL.revokeObjectURL(url));
  }, [pages]);

  useEffect(() => {
    if (sources.length === 0) return;
    let isGone = false;
    const done = () => reportDone();
    window.addEventListener("afterprint", done);
    const images = [...sheets.current!.querySelectorAll("img")];
    void Promise.allSettled(images.map((image) => image.decode())).then(() => {
      if (!isGone) window.print();
    });
    return () => {
      isGone = true;
      window.removeEventListener("afterprint", done);
    };
  }, [sources]);

  return createPortal(
    <div ref={sheets} className={styles["sheets"]}>
      {sources.map((src, index) => (
        <img key={src} src={src} alt={`Visa of ${person}, page ${index + 1} of ${sources.length}`} />
      ))}
    </div>,
    document.body,
  );
}
