import { maxNoteLength } from "../../../server/modules/review/case/case.rules";
import { Button } from "../../components/Button";
import { InlineAlert } from "../../components/feedback/InlineAlert";
import { Field } from "../../components/form/Field";
import { TextArea } from "../../components/form/inputs";
import { formatMoment } from "../../lib/days";
import { displayName } from "../../lib/format";
import styles from "./Case.module.css";
import { useKeptEntry } from "./keptEntry";
import { AddNoteDocument } from "./operations.generated";
import { findViolation, otherViolations, useCase, useSend } from "./useCase";

/** Staff notes on the case, with a form to add one. */
export function Notes() {
  const { notes, visaRequest } = useCase().staffCase;
  const { violations, isBusy, send, showViolations } = useSend();
  const [text, setText] = useKeptEntry(`note ${visaRequest.visaRequestId}`, "");

  const add = async () => {
    if (!text.trim()) return showViolations([{ field: "text", message: "Enter a note" }]);
    const outcome = await send({
      document: AddNoteDocument,
      input: { visaRequestId: visaRequest.visaRequestId, text: text.trim() },
      pick: (data) => data.staffAddNote,
      done: "Note added",
    });
    if (outcome === "done") setText("");
  };

  return (
    <section id="notes" tabIndex={-1} aria-labelledby="notes-title" className={styles["section"]}>
      <h2 id="notes-title">Notes</h2>
      {notes.length === 0 ? (
        <p className={styles["hint"]}>No notes yet. Travellers never see them.</p>
      ) : (
        <ul className={styles["list"]}>
          {notes.map(({ staffNoteId, at, by, text: said }) => (
            <li key={staffNoteId}>
              <p className={styles["byline"]}>
                {displayName(by)}, {formatMoment(at)}
              </p>
              <p className={styles["noteText"]}>{said}</p>
            </li>
          ))}
        </ul>
      )}
      <form
        noValidate
        className={styles["form"]}
        onSubmit={(event) => {
          event.preventDefault();
          void add();
        }}
      >
        {otherViolations(violations, ["text"]).map(({ message }) => (
          <InlineAlert key={message}>{message}</InlineAlert>
        ))}
        <Field id="note-text" label="Note for colleagues" error={findViolation(violations, "text")}>
          {(control) => (
            <TextArea
              {...control}
              rows={3}
              maxLength={maxNoteLength}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
        <div className={styles["formActions"]}>
          <Button type="submit" variant="secondary" busy={isBusy}>
            Add note
          </Button>
        </div>
      </form>
    </section>
  );
}
