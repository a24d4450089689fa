import { isDay } from "../../../server/core/day.rules";
import type { ApplicantFieldName } from "../../../server/modules/applicant/applicantFields.rules";
import { Button } from "../../components/Button";
import { formatDayTyped } from "../../lib/days";
import { choiceLabel } from "../applicantLabels";
import styles from "./Passport.module.css";
import { gapTexts, readMark } from "./passportTexts";
import type { ReadName } from "./readDetails";
import type { FieldRemark, PassportReadingState } from "./usePassportReading";

/** The remark as text of the field's hint; a difference has a button as well (`PassportDifference`). */
export function remarkText(remark: FieldRemark | undefined): string | undefined {
  if (remark?.kind === "asRead") return readMark;
  if (remark?.kind === "gap") return gapTexts[remark.gap];
  return undefined;
}

/** A typed value stays until the traveller takes over the passport's value. */
export function PassportDifference(props: { passport: PassportReadingState; field: ApplicantFieldName }) {
  const { passport, field } = props;
  const remark = passport.remark(field);
  if (remark?.kind !== "differs") return null;
  const { read } = remark;
  const shown = isDay(read) ? formatDayTyped(read) : field === "gender" ? choiceLabel(field, read) : read;
  return (
    <p className={`cluster ${styles["difference"]}`}>
      <span>The passport says {shown}.</span>
      <Button variant="quiet" onClick={() => passport.accept(field as ReadName)}>
        Use {shown}
      </Button>
    </p>
  );
}
