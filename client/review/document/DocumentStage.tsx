import { useRef, useState, type ReactNode } from "react";
import { type ReactZoomPanPinchRef, TransformComponent, TransformWrapper } from "react-zoom-pan-pinch";
import { classes } from "../../lib/classes";
import { useMediaQuery } from "../../lib/hooks";
import styles from "./DocumentViewer.module.css";
import { PdfDocument } from "./PdfDocument";
import { PictureDocument } from "./PictureDocument";
import { useShortcuts } from "./useShortcuts";
import { ViewerTools } from "./ViewerTools";

/** Maximum zoom relative to the viewer. */
const maxScale = 8;
const zoomStep = 0.5;

interface DocumentStageProps {
  /** The link to open or save it. */
  src: string;
  /** The chosen file, if it has not been sent yet. */
  chosen?: Blob;
  /** Number of attempts to load it. */
  attempt?: number;
  isPdf: boolean;
  name: string;
  hasShortcuts: boolean;
  onShown: () => void;
  onFailure: () => void;
  /** Shown instead of a document that could not be loaded. */
  failure?: ReactNode;
}

/** A document at full size, with buttons to zoom, move, rotate and, for a PDF, change the page. */
export function DocumentStage(props: DocumentStageProps) {
  const { src, chosen, attempt, isPdf, name, hasShortcuts, failure, onShown, onFailure } = props;
  const zoom = useRef<ReactZoomPanPinchRef>(null);
  const [scale, setScale] = useState(1);
  const [turn, setTurn] = useState(0);
  const [page, setPage] = useState(1);
  const [pages, setPages] = useState(1);
  const isStill = useMediaQuery("(prefers-reduced-motion: reduce)");
  const time = isStill ? 0 : 160;
  const isZoomed = scale > 1.01;

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

  useShortcuts(
    { "+": zoomIn, "=": zoomIn, "-": zoomOut, "0": reset, r: () => turnBy(90), R: () => turnBy(-90) },
    hasShortcuts,
  );

  const shown = { name, turn, onShown, onFailure };
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
        {failure || (
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
                <PdfDocument key={attempt} {...shown} src={chosen ?? src} page={page} onPages={setPages} />
              ) : (
                <PictureDocument key={attempt} {...shown} src={src} />
              )}
            </TransformComponent>
          </TransformWrapper>
        )}
        {isZoomed && !failure && (
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

/** Moves the file without dragging (WCAG 2.5.7); each label names the part that comes into view. */
const moves = [
  { label: "Show more on the left", arrow: "←", x: step, y: 0 },
  { label: "Show more above", arrow: "↑", x: 0, y: step },
  { label: "Show more below", arrow: "↓", x: 0, y: -step },
  { label: "Show more on the right", arrow: "→", x: -step, y: 0 },
];
