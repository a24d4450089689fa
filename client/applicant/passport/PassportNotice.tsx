import { Icon } from "../../components/Icon";
import { describePassport, type PassportState } from "./passportTexts";
import styles from "./Passport.module.css";

/** Reports whether the passport was read. The region exists before its text, so that it is announced. */
export function PassportNotice({ state }: { state: PassportState }) {
  const text = describePassport(state);
  const isComplete = state.kind === "read" && Object.values(state.fields).every(({ gap }) => !gap);
  return (
    <div role="status" data-passport={state.kind}>
      {text && (
        <p className={styles["notice"]} data-good={isComplete || undefined}>
          {state.kind !== "reading" && <Icon name={isComplete ? "check" : "warning"} />}
          <span>{text}</span>
        </p>
      )}
    </div>
  );
}
