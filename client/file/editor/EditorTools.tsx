import { useId } from "react";
import type { CropView } from "./CropArea";
import type { Frame } from "./cropGeometry";
import { LineIcon } from "../../components/Icon";
import styles from "./PictureEditor.module.css";

interface EditorToolsProps {
  /** Undefined if the frame is fixed. */
  frame: Frame | undefined;
  onFrame: (frame: Frame) => void;
  onTurn: (quarter: 90 | -90) => void;
  /** Undefined while the picture is being drawn. */
  view: CropView | undefined;
  onSpeak: (message: string) => void;
}

const frames: { frame: Frame; name: string }[] = [
  { frame: "whole", name: "Whole picture" },
  { frame: "page", name: "One page" },
];

const turns = {
  left: "M5.5 3 3 5.5 5.5 8M3 5.5h6a4 4 0 0 1 0 8H6",
  right: "M10.5 3 13 5.5 10.5 8M13 5.5H7a4 4 0 0 0 0 8h3",
};

const directions = [
  { name: "left", icon: "M13 8H3M7 4 3 8l4 4", by: { x: -1, y: 0 } },
  { name: "right", icon: "M3 8h10M9 4l4 4-4 4", by: { x: 1, y: 0 } },
  { name: "up", icon: "M8 13V3M4 7l4-4 4 4", by: { x: 0, y: -1 } },
  { name: "down", icon: "M8 3v10M4 9l4 4 4-4", by: { x: 0, y: 1 } },
] as const;

const zoomStep = 0.25;

export function EditorTools({ frame, onFrame, onTurn, view, onSpeak }: EditorToolsProps) {
  return (
    <div className={`stack-3 ${styles["tools"]}`}>
      <div className={`stack-2 ${styles["pair"]}`}>
        <ToolButton icon={turns.left} onClick={() => onTurn(-90)} data-autofocus>
          Turn left
        </ToolButton>
        <ToolButton icon={turns.right} onClick={() => onTurn(90)}>
          Turn right
        </ToolButton>
      </div>
      {frame && <FrameChoice frame={frame} onFrame={onFrame} />}
      <Zoom view={view} onSpeak={onSpeak} />
      <Moves view={view} onSpeak={onSpeak} />
      <p className="small">Zoom in to have room to move the picture.</p>
    </div>
  );
}

function FrameChoice({ frame, onFrame }: { frame: Frame; onFrame: (frame: Frame) => void }) {
  const name = useId();
  return (
    <fieldset className={`cluster ${styles["frames"]}`}>
      <legend className="visually-hidden">Part to keep</legend>
      {frames.map((choice) => (
        <label key={choice.frame} className="choice">
          <input
            type="radio"
            className="tick"
            name={name}
            checked={choice.frame === frame}
            onChange={() => onFrame(choice.frame)}
          />
          {choice.name}
        </label>
      ))}
    </fieldset>
  );
}

type ViewProps = Pick<EditorToolsProps, "view" | "onSpeak">;

function Zoom({ view, onSpeak }: ViewProps) {
  const id = useId();
  const percent = Math.round((view?.zoom ?? 1) * 100);

  const zoomBy = (step: number) => {
    if (!view) return;
    const zoom = Math.min(view.maxZoom, Math.max(1, view.zoom + step));
    view.zoomTo(zoom);
    onSpeak(`Zoom ${Math.round(zoom * 100)} percent`);
  };

  return (
    <div className={styles["group"]}>
      <label htmlFor={id} className={styles["caption"]}>
        Zoom
      </label>
      <div className={`stack-2 ${styles["zoom"]}`}>
        <ToolButton icon="M3 8h10" label="Zoom out" onClick={() => zoomBy(-zoomStep)} />
        <input
          id={id}
          type="range"
          min={1}
          max={view?.maxZoom ?? 1}
          step={0.01}
          value={view?.zoom ?? 1}
          aria-valuetext={`${percent} percent`}
          disabled={!view || view.maxZoom === 1}
          onChange={(event) => view?.zoomTo(Number(event.currentTarget.value))}
        />
        <ToolButton icon="M3 8h10M8 3v10" label="Zoom in" onClick={() => zoomBy(zoomStep)} />
      </div>
    </div>
  );
}

function Moves({ view, onSpeak }: ViewProps) {
  return (
    <div role="group" aria-label="Move" className={styles["group"]}>
      <span className={styles["caption"]} aria-hidden="true">
        Move
      </span>
      <div className={`stack-2 ${styles["moves"]}`}>
        {directions.map(({ name, icon, by }) => (
          <ToolButton
            key={name}
            icon={icon}
            label={`Move ${name}`}
            onClick={() => {
              view?.move(by);
              onSpeak(`Moved ${name}`);
            }}
          />
        ))}
      </div>
    </div>
  );
}

interface ToolButtonProps {
  /** An SVG path in a 16 × 16 view box. */
  icon: string;
  onClick: () => void;
  label?: string;
  children?: string;
  "data-autofocus"?: boolean;
}

function ToolButton({ icon, label, children, ...rest }: ToolButtonProps) {
  return (
    <button type="button" className={styles["tool"]} aria-label={label} title={label} {...rest}>
      <LineIcon d={icon} size={20} />
      {children}
    </button>
  );
}
