import { useEffect, useState } from "react";
import { Button } from "../../components/Button";
import { InlineAlert } from "../../components/feedback/InlineAlert";
import { type Edit, type Turn, turnedSize, turnOn } from "../images/geometry";
import { CropArea, type CropView } from "./CropArea";
import { firstPart, type Frame, frameRatio, toFrame } from "./cropGeometry";
import { EditorTools } from "./EditorTools";
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
export function PictureEditor({ file, edit, ratio, pictureName, onUse, onCancel }: PictureEditorProps) {
  const [turn, setTurn] = useState<Turn>(edit?.turn ?? 0);
  const { size, isUnreadable, shown } = useTurnedPicture(file, turn);
  const [chosenFrame, setFrame] = useState<Frame>();
  const [view, setView] = useState<CropView>();
  const [spoken, setSpoken] = useState("");

  const frame = chosenFrame ?? toFrame(edit, size);
  const areaKey = `${shown?.turn} ${frame}`;

  if (isUnreadable)
    return (
      <div className={`stack-4 ${styles["failed"]}`}>
        <InlineAlert>The picture could not be opened. Choose it again</InlineAlert>
        <Button onClick={onCancel}>Close</Button>
      </div>
    );

  const present = shown?.turn === turn && view?.areaKey === areaKey ? view : undefined;
  const turned = size && turnedSize(size, turn);
  const shownSize = shown && size && turnedSize(size, shown.turn);
  const partBefore = edit?.turn === shown?.turn && !chosenFrame ? edit?.part : undefined;

  const turnTo = (quarter: 90 | -90) => {
    setTurn(turnOn(turn, quarter));
    setSpoken(`Turned ${quarter === 90 ? "right" : "left"}, ${turnOn(turn, quarter)} degrees`);
  };
  const use = () => {
    if (!turned) return;
    // If the rotated picture has not been drawn yet, its initial part is used.
    onUse({ turn, part: present?.part ?? firstPart(frame, ratio, turned) });
  };

  return (
    <div className={styles["editor"]}>
      <div className={styles["stage"]} aria-busy={!present || undefined}>
        {shownSize ? (
          <CropArea
            key={areaKey}
            areaKey={areaKey}
            picture={shown.picture}
            size={shownSize}
            ratio={frameRatio(frame, ratio, shownSize)}
            first={partBefore ?? firstPart(frame, ratio, shownSize)}
            pictureName={pictureName}
            onView={setView}
          />
        ) : (
          <p className={styles["opening"]}>Opening the {pictureName}…</p>
        )}
      </div>
      <EditorTools
        frame={ratio === undefined ? frame : undefined}
        onFrame={setFrame}
        onTurn={turnTo}
        view={present}
        onSpeak={setSpoken}
      />
      <p className="visually-hidden" aria-live="polite">
        {spoken}
      </p>
      <div className={styles["ways"]}>
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
        <Button disabled={!size} onClick={use}>
          Use {pictureName}
        </Button>
      </div>
    </div>
  );
}

/** Sharp enough on phones and laptops, and fast to rotate. */
const maxLongSide = 1600;

interface Shown {
  turn: Turn;
  picture: Blob;
}

/** Returns a small rotated preview; the previous one stays meanwhile. `size` is the unrotated original's. */
function useTurnedPicture(file: Blob, turn: Turn) {
  const [upright, setUpright] = useState<PictureResult>();
  const [isUnreadable, setUnreadable] = useState(false);
  const [shown, setShown] = useState<Shown>();

  useEffect(() => {
    let isGone = false;
    void workOnPicture({ kind: "turn", file, turn: 0, maxLongSide }).then((result) => {
      if (isGone) return;
      setUpright(result);
      setUnreadable(!result);
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
      if (!isGone && result) setShown({ turn, picture: result.jpeg });
    });
    return () => {
      isGone = true;
    };
  }, [upright, turn]);

  return { size: upright?.source, isUnreadable, shown };
}
