import { type ComponentProps, type ReactNode, useRef, useState } from "react";
import { type ReactZoomPanPinchRef, TransformComponent, TransformWrapper } from "react-zoom-pan-pinch";
import { classes } from "../../lib/classes";
import { useMediaQuery } from "../../lib/hooks";
import styles from "./DocumentViewer.module.css";
import { PdfDocument, type PdfDocumentProps } from "./PdfDocument";
import { useShortcuts } from "./useShortcuts";
import { ViewerTools } from "./ViewerTools";

const maxScale = 8;
const zoomStep = 0.5;

interface DocumentStageProps {
  src: string;
  /** The link for opening or saving the file, if it differs from `src`. */
  link?: string;
  /** The chosen file if it has not been sent yet. */
  chosen?: Blob;
  attempt?: number;
  isPdf: boolean;
  name: string;
  hasShortcuts: boolean;
  onShown: () => void;
  onFailure: () => void;
  failure?: ReactNode;
}

export function DocumentStage(props: DocumentStageProps) {
  const { src, link = src, chosen, attempt, isPdf, name, hasShortcuts, failure, onShown, onFailure } = props;
  const { scale, isZoomed, zoomIn, zoomOut, moveBy, showWhole, wrapper } = useZoom();
  const [turn, setTurn] = useState(0);
  const [page, setPage] = useState(1);
  const [pages, setPages] = useState(1);

  const turnBy = (degrees: number) => {
    showWhole();
    setTurn((present) => (present + degrees + 360) % 360);
  };
  const reset = () => {
    showWhole();
    setTurn(0);
  };

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
        file={{ src: link, isPdf, name }}
      />
      <div className={styles["view"]} data-turn={turn} data-scale={scale.toFixed(2)}>
        {failure || (
          <TransformWrapper {...wrapper}>
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
        {isZoomed && !failure && <MovePad onMove={moveBy} />}
      </div>
    </div>
  );
}

/** Zooms and moves the content of the `TransformWrapper` that receives `wrapper` as its props. */
function useZoom() {
  const zoom = useRef<ReactZoomPanPinchRef>(null);
  const [scale, setScale] = useState(1);
  const isStill = useMediaQuery("(prefers-reduced-motion: reduce)");
  const time = isStill ? 0 : 160;
  const isZoomed = scale > 1.01;
  const wrapper: ComponentProps<typeof TransformWrapper> = {
    ref: zoom,
    minScale: 1,
    maxScale,
    wheel: { step: 0.15 },
    panning: { disabled: !isZoomed, velocityDisabled: isStill },
    keyboard: { disabled: !isZoomed, animationTime: time, zoomStep },
    doubleClick: { mode: "toggle", animationTime: time },
    onTransform: (_ref, { scale: present }) => setScale(present),
  };
  return {
    scale,
    isZoomed,
    zoomIn: () => void zoom.current?.zoomIn(zoomStep, time),
    zoomOut: () => void zoom.current?.zoomOut(zoomStep, time),
    moveBy: (x: number, y: number) => void zoom.current?.panBy(x, y, time),
    showWhole: () => void zoom.current?.resetTransform(time),
    wrapper,
  };
}

const step = 120;

/** Moves the file without dragging (WCAG 2.5.7); each label names the part that comes into view. */
const moves = [
  { label: "Show more on the left", arrow: "←", x: step, y: 0 },
  { label: "Show more above", arrow: "↑", x: 0, y: step },
  { label: "Show more below", arrow: "↓", x: 0, y: -step },
  { label: "Show more on the right", arrow: "→", x: -step, y: 0 },
];

function MovePad({ onMove }: { onMove: (x: number, y: number) => void }) {
  return (
    <div role="group" aria-label="Move the document" className={styles["pad"]}>
      {moves.map(({ label, arrow, x, y }) => (
        <button
          key={label}
          type="button"
          aria-label={label}
          className={styles["padButton"]}
          onClick={() => onMove(x, y)}
        >
          {arrow}
        </button>
      ))}
    </div>
  );
}

type PictureProps = Omit<PdfDocumentProps, "src" | "page" | "onPages"> & { src: string };

function PictureDocument({ src, name, turn, onShown, onFailure }: PictureProps) {
  const [loaded, setLoaded] = useState<string>();
  return (
    <>
      {loaded !== src && (
        <p role="status" className={styles["word"]}>
          Loading the picture…
        </p>
      )}
      <img
        src={src}
        alt={name}
        data-turn={turn}
        className={styles["sheet"]}
        referrerPolicy="no-referrer"
        draggable={false}
        onLoad={() => {
          setLoaded(src);
          onShown();
        }}
        onError={onFailure}
      />
    </>
  );
}
