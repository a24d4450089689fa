import { useEffect, useState } from "react";
import { Button } from "../../components/Button";
import { InlineAlert } from "../../components/feedback/InlineAlert";
import { type Edit, type Size, type Turn, turnedSize, turnOn } from "../images/geometry";
import { CropArea, type CropView } from "./CropArea";
import { firstPart, type Frame, frameRatio, toFrame } from "./cropGeometry";
import { EditorTools } from "./EditorTools";
import { notPreparedText } from "../field/prepareFile";
import styles from "./PictureEditor.module.css";
import type { PictureResult } from "../images/pictureTasks";
import { workOnPicture } from "../images/workOnPicture";

interface PictureEditorProps {
  file: File;
  edit: Edit | undefined;
  /** Required ratio of width to height; if undefined, the user chooses the frame. */
  ratio: number | undefined;
  /** The picture's name in texts, e.g. `photo`. */
  pictureName: string;
  onUse: (edit: Edit) => void;
  onCancel: () => void;
}

/** Rotates and crops a picture by button, key, wheel, drag or pinch (WCAG 2.5.7). */
export function PictureEditor(props: PictureEditorProps) {
  const { ratio, pictureName, onUse, onCancel } = props;
  const { failure, turn, setTurn, frame, setFrame, area, view, result } = useEditing(props);
  const [spoken, setSpoken] = useState("");

  if (failure)
    return (
      <div className="stack-4 items-start">
        <InlineAlert>{failure}</InlineAlert>
        <Button onClick={onCancel}>Close</Button>
      </div>
    );

  const turnTo = (quarter: 90 | -90) => {
    setTurn(turnOn(turn, quarter));
    setSpoken(`Turned ${quarter === 90 ? "right" : "left"}, ${turnOn(turn, quarter)} degrees`);
  };

  return (
    <div className={styles["editor"]}>
      <div className={styles["stage"]} aria-busy={!view || undefined}>
        {area ? (
          <CropArea key={area.areaKey} {...area} pictureName={pictureName} />
        ) : (
          <p className={styles["opening"]}>Opening the {pictureName}…</p>
        )}
      </div>
      <EditorTools
        frame={ratio === undefined ? frame : undefined}
        onFrame={setFrame}
        onTurn={turnTo}
        view={view}
        onSpeak={setSpoken}
      />
      <p className="visually-hidden" aria-live="polite">
        {spoken}
      </p>
      <div className={styles["ways"]}>
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
        <Button disabled={!result} onClick={() => result && onUse(result)}>
          Use {pictureName}
        </Button>
      </div>
    </div>
  );
}

/**
 * Holds the current edit. `area` and `result` are undefined until the picture has been opened, `view` until it has
 * been drawn.
 */
function useEditing({ file, edit, ratio }: PictureEditorProps) {
  const [turn, setTurn] = useState<Turn>(edit?.turn ?? 0);
  const { size, failure, shown } = useTurnedPicture(file, turn);
  const [chosenFrame, setFrame] = useState<Frame>();
  const [lastView, setView] = useState<CropView>();

  const frame = chosenFrame ?? toFrame(edit, size);
  const areaKey = `${shown?.turn} ${frame}`;
  const view = shown?.turn === turn && lastView?.areaKey === areaKey ? lastView : undefined;
  const shownSize = shown && size && turnedSize(size, shown.turn);
  const findFirst = (at: Turn, turned: Size) =>
    edit?.turn === at && !chosenFrame ? edit.part : firstPart(frame, ratio, turned);
  const area = shownSize && {
    areaKey,
    picture: shown.picture,
    size: shownSize,
    ratio: frameRatio(frame, ratio, shownSize),
    first: findFirst(shown.turn, shownSize),
    onView: setView,
  };
  // Until the rotated picture has been drawn, the part that will be shown first is used.
  const result = size && { turn, part: view?.part ?? findFirst(turn, turnedSize(size, turn)) };
  return { failure, turn, setTurn, frame, setFrame, area, view, result };
}

/** Longer side of the preview, in pixels: sharp enough on phones and laptops, and fast to rotate. */
const maxLongSide = 1600;

interface Shown {
  turn: Turn;
  picture: Blob;
}

/**
 * Returns a small preview, in the previous rotation until the new one has been drawn. `size` is that of the unrotated
 * original.
 */
function useTurnedPicture(file: Blob, turn: Turn) {
  const [upright, setUpright] = useState<PictureResult>();
  const [failure, setFailure] = useState<string>();
  const [shown, setShown] = useState<Shown>();

  useEffect(() => {
    let isGone = false;
    void workOnPicture({ kind: "turn", file, turn: 0, maxLongSide }).then((result) => {
      if (isGone) return;
      if (result === "not loaded") return setFailure(notPreparedText);
      setUpright(result);
      setFailure(result ? undefined : "The picture could not be opened. Choose it again");
    });
    return () => {
      isGone = true;
    };
  }, [file]);

  useEffect(() => {
    if (!upright) return;
    if (turn === 0) return setShown({ turn, picture: upright.jpeg });
    let isGone = false;
    void workOnPicture({ kind: "turn", file: upright.jpeg, turn, maxLongSide }).then((result) => {
      if (isGone || !result) return;
      if (result === "not loaded") return setFailure(notPreparedText);
      setShown({ turn, picture: result.jpeg });
    });
    return () => {
      isGone = true;
    };
  }, [upright, turn]);

  return { size: upright?.source, failure, shown };
}
