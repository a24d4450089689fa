import { Button } from "../../components/Button";
import { Icon } from "../../components/Icon";
import { describePassport, type PassportState } from "./passportTexts";
import styles from "./Passport.module.css";

interface PassportNoticeProps {
  state: PassportState;
  /** Undefined unless the picture in the passport slot is a portrait. */
  onUseAsPhoto: (() => void) | undefined;
}

/** Reports whether the passport was read. Rendered without text first, so that the text is announced. */
export function PassportNotice({ state, onUseAsPhoto }: PassportNoticeProps) {
  const text = describePassport(state);
  const isComplete =
    state.kind === "read" && !state.isCut && Object.values(state.fields).every(({ gap }) => !gap);
  return (
    <div role="status" data-passport={state.kind}>
      {text && (
        <p className={`noted ${styles["notice"]}`} data-good={isComplete || undefined}>
          {state.kind !== "reading" && <Icon name={isComplete ? "check" : "warning"} />}
          <span>{text}</span>
        </p>
      )}
      {onUseAsPhoto && (
        <div className={`stack-2 items-start ${styles["offer"]}`}>
          <p>This looks like a portrait.</p>
          <Button variant="secondary" onClick={onUseAsPhoto}>
            Use it as the photo
          </Button>
        </div>
      )}
    </div>
  );
}
