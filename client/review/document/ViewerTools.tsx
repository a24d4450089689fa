import type { ReactNode } from "react";
import { FileLink } from "../../file/field/FileIcon";
import styles from "./DocumentViewer.module.css";

interface ViewerToolsProps {
  scale: number;
  canZoomIn: boolean;
  onZoomIn: () => void;
  onZoomOut: () => void;
  onTurn: (degrees: number) => void;
  onReset: () => void;
  /** The pages of a PDF; undefined for a picture. */
  pages: { shown: number; of: number; onShow: (page: number) => void } | undefined;
  file: { src: string; isPdf: boolean; name: string };
}

export function ViewerTools(props: ViewerToolsProps) {
  const { scale, pages, file } = props;
  return (
    <div role="toolbar" aria-label="Document view" className={`cluster ${styles["tools"]}`}>
      <Tool label="Zoom out" onPress={props.onZoomOut} isOff={scale <= 1.01}>
        −
      </Tool>
      <span className={`numbers ${styles["scale"]}`}>{Math.round(scale * 100)}%</span>
      <Tool label="Zoom in" onPress={props.onZoomIn} isOff={!props.canZoomIn}>
        +
      </Tool>
      <Tool label="Turn left" onPress={() => props.onTurn(-90)}>
        ↺
      </Tool>
      <Tool label="Turn right" onPress={() => props.onTurn(90)}>
        ↻
      </Tool>
      <button type="button" className={styles["tool"]} onClick={props.onReset}>
        Reset
      </button>
      {pages && pages.of > 1 && (
        <span className="row gap-1">
          <Tool label="Previous page" onPress={() => pages.onShow(pages.shown - 1)} isOff={pages.shown === 1}>
            ‹
          </Tool>
          <span className="numbers" role="status">
            Page {pages.shown} of {pages.of}
          </span>
          <Tool
            label="Next page"
            onPress={() => pages.onShow(pages.shown + 1)}
            isOff={pages.shown === pages.of}
          >
            ›
          </Tool>
        </span>
      )}
      <FileLink className={`touch ${styles["open"]}`} href={file.src}>
        {file.isPdf ? "Save the PDF" : "Open in a new tab"}
        <span className="visually-hidden"> – {file.name}</span>
      </FileLink>
    </div>
  );
}

/** A button that stays focusable while it has no effect, so that the focus is not lost. */
function Tool(props: { label: string; onPress: () => void; isOff?: boolean; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-label={props.label}
      title={props.label}
      aria-disabled={props.isOff || undefined}
      className={styles["tool"]}
      onClick={() => {
        if (!props.isOff) props.onPress();
      }}
    >
      <span aria-hidden="true">{props.children}</span>
    </button>
  );
}
