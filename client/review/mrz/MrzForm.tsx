import { readMrz } from "../../../server/modules/review/mrz/mrz.rules";
import {
  checkMrzLines,
  mrzLineLength,
  normaliseMrzLine,
} from "../../../server/modules/applicant/mrzLines.rules";
import { todayInKolkata } from "../../../server/core/day.rules";
import { Button } from "../../components/Button";
import { InlineAlerts } from "../../components/feedback/InlineAlert";
import { Form, TextField } from "../../components/form/inputs";
import { Icon } from "../../components/Icon";
import { dropEntry, useUnsavedEntry } from "../case/unsavedEntry";
import { useSend } from "../case/useCase";
import styles from "./Mrz.module.css";
import { EnterMrzDocument } from "./operations.generated";

interface MrzFormProps {
  visaApplicantId: string;
  before: { line1: string; line2: string } | undefined;
  /** Undefined if no lines were stored before. */
  onCancel: (() => void) | undefined;
  /** Called after saving. `hasLines` is false if the form was empty, which deletes the stored lines. */
  onSaved: (hasLines: boolean) => void;
}

export const mrzEntry = (visaApplicantId: string) => `mrz ${visaApplicantId}`;
const labels = { line1: "Upper line", line2: "Lower line" } as const;
const names = ["line1", "line2"] as const;

/** Splits a pasted MRZ into its two lines. Returns undefined for any other text. */
function splitMrz(text: string): { line1: string; line2: string } | undefined {
  const whole = normaliseMrzLine(text);
  const [line1, line2, ...more] = text
    .split(/[\r\n]+/)
    .map(normaliseMrzLine)
    .filter(Boolean);
  if (line1 && line2 && more.length === 0) return { line1, line2 };
  if (whole.length !== 2 * mrzLineLength) return undefined;
  return { line1: whole.slice(0, mrzLineLength), line2: whole.slice(mrzLineLength) };
}

/** Inputs for the two MRZ lines, which are validated by the server's rules while the user types. */
export function MrzForm({ visaApplicantId, before, onCancel, onSaved }: MrzFormProps) {
  const { isBusy, send, showViolations, findError, findOthers } = useSend();
  const entry = mrzEntry(visaApplicantId);
  const [lines, setLines] = useUnsavedEntry(entry, {
    line1: before?.line1 ?? "",
    line2: before?.line2 ?? "",
  });

  const save = async () => {
    const checked = checkMrzLines(lines.line1, lines.line2);
    if (checked.violations.length > 0)
      return showViolations(
        checked.violations.map(({ line, message }) => ({ field: `line${line}`, message })),
      );
    if (!checked.lines && !before) return showViolations([{ field: "line1", message: "Enter both lines" }]);
    const outcome = await send({
      document: EnterMrzDocument,
      input: { visaApplicantId, ...lines },
      done: checked.lines ? "Machine-readable zone saved" : "Machine-readable zone removed",
    });
    if (outcome !== "done") return;
    dropEntry(entry);
    onSaved(checked.lines !== null);
  };

  return (
    <Form className="stack-1" onSubmit={save}>
      <InlineAlerts of={findOthers(names)} />
      {names.map((name) => (
        <TextField
          key={name}
          id={`mrz-${name}`}
          label={labels[name]}
          hint={`${lines[name].length} of ${mrzLineLength} characters`}
          error={findError(name)}
          inputClass={styles["input"]}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={lines[name]}
          onText={(text) => setLines({ ...lines, [name]: normaliseMrzLine(text) })}
          onPaste={(event) => {
            const both = splitMrz(event.clipboardData.getData("text"));
            if (!both) return;
            event.preventDefault();
            setLines(both);
          }}
        />
      ))}
      <LiveCheck line1={lines.line1} line2={lines.line2} />
      <div className="wrap gap-3">
        <Button type="submit" variant="secondary" busy={isBusy}>
          Save the lines
        </Button>
        {onCancel && (
          <Button
            variant="quiet"
            onClick={() => {
              dropEntry(entry);
              onCancel();
            }}
          >
            Cancel
          </Button>
        )}
      </div>
    </Form>
  );
}

/** Shows the result of the check digits once both lines are complete. */
function LiveCheck({ line1, line2 }: { line1: string; line2: string }) {
  const isWhole = line1.length >= mrzLineLength && line2.length >= mrzLineLength;
  const violations = isWhole ? readMrz([line1, line2], todayInKolkata(new Date())).faults : [];
  return (
    <div role="status" className={styles["live"]}>
      {isWhole && violations.length === 0 && (
        <p className={`row ${styles["outcome"]}`}>
          <Icon name="check" /> All check digits are correct.
        </p>
      )}
      {violations.length > 0 && <Faults of={violations} />}
    </div>
  );
}

export function Faults({ of }: { of: readonly { line: number; message: string }[] }) {
  return (
    <ul className={`stack-1 ${styles["violations"]}`}>
      {of.map(({ line, message }) => (
        <li key={`${line} ${message}`}>
          Line {line}: {message}
        </li>
      ))}
    </ul>
  );
}
