import { useRef, useState } from "react";
import { type ReactZoomPanPinchRef, TransformComponent, TransformWrapper } from "react-zoom-pan-pinch";
import { Button } from "../../components/Button";
import { InlineAlert } from "../../components/feedback/InlineAlert";
import { useStableUrl } from "../../file/signedLinks";
import { classes } from "../../lib/classes";
import { useMediaQuery } from "../../lib/hooks";
import { fileName } from "../case/caseLabels";
import { useCase } from "../case/useCase";
import styles from "./DocumentViewer.module.css";
import type { StaffFilePartsFragment } from "./operations.generated";
import { PdfDocument } from "./PdfDocument";
import { PictureDocument } from "./PictureDocument";
import { useShortcuts } from "./useShortcuts";
import { ViewerTools } from "./ViewerTools";

/** How many times larger than the viewer a file may be shown. */
const maxScale = 8;
const zoomStep = 0.5;

interface DocumentViewerProps {
  file: StaffFilePartsFragment;
  person: string;
  hasShortcuts: boolean;
}

/** One file, as large as there is room: zoomed, moved, turned, and leafed through where it is a PDF. */
export function DocumentViewer({ file, person, hasShortcuts }: DocumentViewerProps) {
  const { reload } = useCase();
  const zoom = useRef<ReactZoomPanPinchRef>(null);
  const [scale, setScale] = useState(1);
  const [turn, setTurn] = useState(0);
  const [page, setPage] = useState(1);
  const [pages, setPages] = useState(1);
  const [hasFailed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const isSecondTry = useRef(false);
  const { src, drop } = useStableUrl(file.fileId, file.src);
  const isStill = useMediaQuery("(prefers-reduced-motion: reduce)");
  const time = isStill ? 0 : 160;
  const isZoomed = scale > 1.01;
  const isPdf = file.contentType === "application/pdf";
  const name = `${fileName(file)} of ${person}`;

  const turnBy = (degrees: number) => {
    void zoom.current?.resetTransform(time);
    setTurn((present) => (present + degrees + 360) % 360);
  };
  const reset = () => {
    void zoom.current?.resetTransform(time);
    setTurn(0);
  };
  const zoomIn = () => void zoom.current?.zoomIn(zoomStep, time);
  const zoomOut = () => void zoom.current?.zoomOut(zoomStep, time);
  // A link lasts five minutes: the next answer brings one that is good again.
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

  useShortcuts(
    { "+": zoomIn, "=": zoomIn, "-": zoomOut, "0": reset, r: () => turnBy(90), R: () => turnBy(-90) },
    hasShortcuts,
  );

  const shown = { src, name, turn, onShown: () => (isSecondTry.current = false), onFailure: fail };
  return (
    <div className={styles["stage"]}>
      <ViewerTools
        scale={scale}
        canZoomIn={scale < maxScale - 0.01}
        onZoomIn={zoomIn}
        onZoomOut={zoomOut}
        onTurn={turnBy}
        onReset={reset}
        pages={isPdf ? { shown: page, of: pages, onShow: setPage } : undefined}
        file={{ src, isPdf, name }}
      />
      <div className={styles["view"]} data-turn={turn} data-scale={scale.toFixed(2)}>
        {hasFailed ? (
          <div className={styles["failure"]}>
            <InlineAlert>{fileName(file)} could not be loaded.</InlineAlert>
            <Button variant="secondary" onClick={tryAnew}>
              Try again
            </Button>
          </div>
        ) : (
          <TransformWrapper
            ref={zoom}
            minScale={1}
            maxScale={maxScale}
            wheel={{ step: 0.15 }}
            panning={{ disabled: !isZoomed, velocityDisabled: isStill }}
            keyboard={{ disabled: !isZoomed, animationTime: time, zoomStep }}
            doubleClick={{ mode: "toggle", animationTime: time }}
            onTransform={(_ref, { scale: present }) => setScale(present)}
          >
            <TransformComponent
              wrapperClass={classes(styles["wrapper"], isZoomed && styles["zoomed"])}
              contentClass={styles["content"]}
              wrapperProps={{
                tabIndex: 0,
                role: "group",
                "aria-label": `${name}, enlarged. While it is zoomed, the arrow keys move it`,
              }}
            >
              {isPdf ? (
                <PdfDocument key={attempt} {...shown} page={page} onPages={setPages} />
              ) : (
                <PictureDocument key={attempt} {...shown} />
              )}
            </TransformComponent>
          </TransformWrapper>
        )}
        {isZoomed && !hasFailed && (
          <div role="group" aria-label="Move the document" className={styles["pad"]}>
            {moves.map(({ label, arrow, x, y }) => (
              <button
                key={label}
                type="button"
                aria-label={label}
                className={styles["padButton"]}
                onClick={() => void zoom.current?.panBy(x, y, time)}
              >
                {arrow}
              </button>
            ))}
          </div>
        )}
      </div>
    </div>
  );
}

const step = 120;

/** For those who cannot drag (WCAG 2.5.7): the part of the file that each brings into view. */
const moves = [
  { label: "Show more on the left", arrow: "←", x: step, y: 0 },
  { label: "Show more above", arrow: "↑", x: 0, y: step },
  { label: "Show more below", arrow: "↓", x: 0, y: -step },
  { label: "Show more on the right", arrow: "→", x: -step, y: 0 },
];
