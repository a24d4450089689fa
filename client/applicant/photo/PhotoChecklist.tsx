import { Button } from "../../components/Button";
import { Icon, type IconName } from "../../components/Icon";
import type { PhotoRules } from "../../../server/modules/file/photo/photoRules.rules";
import type { PreparedFile } from "../../file/field/prepareFile";
import type { WhileChecking } from "../../file/field/useChecks";
import type { Edit } from "../../file/images/geometry";
import { cropTo } from "../../file/photo/checkPhotoFile";
import styles from "./Photo.module.css";
import { describePhoto, listChecks, type ChecklistItem } from "./photoTexts";
import type { PhotoState } from "./usePhotoCheck";

const kinds: Record<ChecklistItem["kind"], { icon: IconName; label: string }> = {
  ok: { icon: "check", label: "OK" },
  todo: { icon: "warning", label: "To do" },
  notJudged: { icon: "info", label: "Not judged" },
};

interface PhotoChecklistProps {
  state: PhotoState;
  /** The photo that the findings are about. */
  photo: PreparedFile | undefined;
  rules: PhotoRules;
  whileChecking: WhileChecking;
  onCropped: (photo: PreparedFile) => void;
  /** Moves the picture to the passport page; undefined if the form has no field for one. */
  onUseAsPassport?: (() => void) | undefined;
}

/** The findings about the photo. Rendered without text first, so that the text is announced. */
export function PhotoChecklist(props: PhotoChecklistProps) {
  const { state, photo, rules, whileChecking, onCropped, onUseAsPassport } = props;
  const text = describePhoto(state);
  const crop = state.kind === "checked" ? state.crop : undefined;
  const cut = async (edit: Edit) => {
    const cropped = photo && (await whileChecking(cropTo(photo, edit, rules)));
    if (cropped) onCropped(cropped);
  };
  return (
    <div className={`stack-3 items-start ${styles["checklist"]}`} data-filled={Boolean(text) || undefined}>
      <p role="status" data-photo={state.kind} className={styles["summary"]}>
        {text}
      </p>
      {state.kind === "checked" && state.mayBePassport && onUseAsPassport && (
        <Button variant="secondary" onClick={onUseAsPassport}>
          Use it as the passport front page
        </Button>
      )}
      {crop && (
        <Button variant="secondary" onClick={() => void cut(crop)}>
          Cut the photo to my face
        </Button>
      )}
      {state.kind === "checked" && !state.mayBePassport && (
        <ul className="stack-2" aria-label="Checks of the photo">
          {listChecks(state.checks).map(({ name, kind, text: item }) => (
            <li key={name} className={`noted ${styles["item"]}`} data-check={name} data-kind={kind}>
              <Icon name={kinds[kind].icon} />
              <span>
                <strong>{kinds[kind].label}:</strong> {item}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
