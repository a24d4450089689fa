import { useEffect, useEffectEvent, useRef, useState } from "react";
import { openPdf, type OpenPdf } from "../../file/loadPdf";
import { logFailure } from "../../lib/logFailure";
import styles from "./DocumentViewer.module.css";

export interface PdfDocumentProps {
  /** The signed URL of the PDF, or the chosen file. */
  src: string | Blob;
  name: string;
  /** Page numbers start at 1. */
  page: number;
  turn: number;
  onPages: (pages: number) => void;
  onShown: () => void;
  onFailure: () => void;
}

export function PdfDocument({ src, name, page, turn, onPages, onShown, onFailure }: PdfDocumentProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isDrawn, setDrawn] = useState(false);
  const logAndFail = (error: unknown) => {
    logFailure("show a PDF", error);
    onFailure();
  };
  const pdf = useOpenPdf({ src, onOpen: ({ pages }) => onPages(pages), onFailure: logAndFail });
  const fail = useEffectEvent(logAndFail);
  const tellShown = useEffectEvent(onShown);

  useEffect(() => {
    if (!pdf || !canvas.current) return;
    let isLeft = false;
    let cancel: (() => void) | undefined;
    const draw = async (target: HTMLCanvasElement) => {
      const drawing = await pdf.draw(page, target);
      cancel = drawing.cancel;
      if (isLeft) drawing.cancel();
      await drawing.done;
      setDrawn(true);
      tellShown();
    };
    draw(canvas.current).catch((error: unknown) => {
      if (!isLeft) fail(error);
    });
    return () => {
      isLeft = true;
      cancel?.();
      setDrawn(false);
    };
  }, [pdf, page]);

  return (
    <>
      {!isDrawn && (
        <p role="status" className={styles["word"]}>
          Loading the PDF…
        </p>
      )}
      <canvas
        ref={canvas}
        role="img"
        aria-label={`${name}, page ${page}`}
        data-turn={turn}
        data-drawn={isDrawn || undefined}
        className={styles["sheet"]}
      />
    </>
  );
}

interface OpenPdfOptions {
  src: string | Blob;
  onOpen: (pdf: OpenPdf) => void;
  onFailure: (error: unknown) => void;
}

/** Opens a PDF, and closes it when `src` changes or the component is removed. Returns undefined until it is open. */
function useOpenPdf({ src, onOpen, onFailure }: OpenPdfOptions): OpenPdf | undefined {
  const [pdf, setPdf] = useState<OpenPdf>();
  const tellOpen = useEffectEvent(onOpen);
  const fail = useEffectEvent(onFailure);

  useEffect(() => {
    const leaving = new AbortController();
    let opened: OpenPdf | undefined;
    openPdf(src, leaving.signal)
      .then((document) => {
        opened = document;
        if (leaving.signal.aborted) return document.close();
        setPdf(document);
        tellOpen(document);
      })
      .catch((error: unknown) => {
        if (!leaving.signal.aborted) fail(error);
      });
    return () => {
      leaving.abort();
      setPdf(undefined);
      opened?.close();
    };
  }, [src]);

  return pdf;
}
