import { useRef, useState } from "react";
import { isMachineRead } from "../../../server/modules/applicant/mrzLines.rules";
import { correctableFields } from "../../../server/modules/applicant/applicantFields.rules";
import { showValue } from "../../applicant/applicantLabels";
import { Button } from "../../components/Button";
import { InlineAlert } from "../../components/feedback/InlineAlert";
import list from "../../components/ListTable.module.css";
import { Icon } from "../../components/Icon";
import { classes } from "../../lib/classes";
import type { ApplicantField } from "../../schemaTypes.generated";
import { hasUnsavedEntry } from "../case/unsavedEntry";
import { useSend } from "../case/useCase";
import { fieldLabels } from "../case/caseLabels";
import type { StaffApplicantPartsFragment } from "../case/operations.generated";
import styles from "./Mrz.module.css";
import { Faults, MrzForm, mrzEntry } from "./MrzForm";
import { EnterMrzDocument } from "./operations.generated";

type MrzReport = NonNullable<StaffApplicantPartsFragment["mrz"]>;

interface MrzPanelProps {
  visaApplicantId: string;
  mrz: MrzReport | undefined;
  canEnter: boolean;
}

/** Compares the MRZ with the typed fields, and lets staff enter its two lines. */
export function MrzPanel({ visaApplicantId, mrz, canEnter }: MrzPanelProps) {
  const [isEntering, setEntering] = useState(!mrz || hasUnsavedEntry(mrzEntry(visaApplicantId)));
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <section aria-labelledby="mrz-title" className="sheet pad stack-4">
      <h3 id="mrz-title" ref={heading} tabIndex={-1}>
        Machine-readable zone
      </h3>
      {mrz ? (
        <MrzReportTable mrz={mrz} />
      ) : (
        <p className="small">
          The two lines at the foot of the passport page could not be read from the file
          {canEnter ? ": type them in." : ", and are not entered yet."}
        </p>
      )}
      {canEnter && isEntering && (
        <MrzForm
          visaApplicantId={visaApplicantId}
          before={mrz}
          onCancel={mrz && (() => setEntering(false))}
          onSaved={(hasLines) => {
            // Moves the focus, because the form that had it is removed.
            heading.current?.focus({ preventScroll: true });
            setEntering(!hasLines);
          }}
        />
      )}
      {canEnter && !isEntering && (
        <div className="wrap gap-3">
          {mrz && needsPerson(mrz) && <ConfirmLines visaApplicantId={visaApplicantId} mrz={mrz} />}
          <Button variant="secondary" onClick={() => setEntering(true)}>
            Change the lines
          </Button>
        </div>
      )}
    </section>
  );
}

/** True if the lines were read by a machine and either are invalid or differ from the typed fields. */
function needsPerson(mrz: MrzReport): boolean {
  return isMachineRead(mrz) && (mrz.faults.length > 0 || mrz.fields.some(({ isSame }) => !isSame));
}

/** Saves the unchanged lines as entered by staff, who have compared them with the passport page. */
function ConfirmLines({ visaApplicantId, mrz }: { visaApplicantId: string; mrz: MrzReport }) {
  const { isBusy, send } = useSend();
  const { line1, line2 } = mrz;
  const confirm = () =>
    send({
      document: EnterMrzDocument,
      input: { visaApplicantId, line1, line2 },
      done: "Machine-readable zone saved",
    });
  return (
    <Button variant="secondary" busy={isBusy} onClick={() => void confirm()}>
      The lines are as on the page
    </Button>
  );
}

const sourceTexts: Record<MrzReport["enteredBy"], string> = {
  DEVICE: "Read from the picture on the traveller's device.",
  SERVER: "Read from the picture by our server.",
  STAFF: "Entered by our staff.",
  TRAVELLER: "Entered by the traveller.",
};

function MrzReportTable({ mrz }: { mrz: MrzReport }) {
  const different = mrz.fields.filter(({ isSame }) => !isSame);
  return (
    <>
      <pre className={styles["lines"]} tabIndex={0} role="group" aria-label="The two lines">
        {mrz.line1}
        {"\n"}
        {mrz.line2}
      </pre>
      <p className="small">{sourceTexts[mrz.enteredBy]}</p>
      {mrz.isOfEarlierPage && (
        <InlineAlert tone="warning">
          <p>
            The passport front page was replaced after these lines were entered. Compare them with the new
            page, then change or save them again.
          </p>
        </InlineAlert>
      )}
      {mrz.faults.length > 0 && (
        <InlineAlert tone="warning">
          <p>There are errors in the lines:</p>
          <Faults of={mrz.faults} />
        </InlineAlert>
      )}
      {mrz.fields.length > 0 && (
        <>
          <p className={classes("row", styles["outcome"], different.length > 0 && styles["outcomeBad"])}>
            <Icon name={different.length > 0 ? "warning" : "check"} />
            {different.length === 0
              ? "All fields that both have are the same."
              : `${different.length} of ${mrz.fields.length} fields differ.`}
          </p>
          <table className={classes("anywhere", list["table"], list["plain"], styles["table"])}>
            <caption className="visually-hidden">Fields entered and the machine-readable zone</caption>
            <thead>
              <tr>
                <th scope="col">Field</th>
                <th scope="col">Entered</th>
                <th scope="col">In the MRZ</th>
                <th scope="col">Result</th>
              </tr>
            </thead>
            <tbody>
              {mrz.fields.map(({ field, typed, read, isSame }) => (
                <tr key={field} className={isSame ? undefined : styles["different"]}>
                  <th scope="row">{fieldLabels[field]}</th>
                  <td>{label(field, typed)}</td>
                  <td>{read === null || read === undefined ? "unreadable" : label(field, read)}</td>
                  <td className={styles["word"]}>
                    <Icon name={isSame ? "check" : "warning"} size={14} /> {isSame ? "Same" : "Differs"}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </>
  );
}

function label(field: ApplicantField, value: string): string {
  return showValue(correctableFields[field], value);
}
