import { isDay } from "../../../server/core/day.rules";
import type { ApplicantFieldName } from "../../../server/modules/applicant/applicantFields.rules";
import { Button } from "../../components/Button";
import { formatDayTyped } from "../../lib/days";
import { choiceLabel } from "../applicantLabels";
import styles from "./Passport.module.css";
import { gapTexts, readMark } from "./passportTexts";
import type { ReadName } from "./readDetails";
import type { FieldRemark, PassportReadingState } from "./usePassportReading";

/** Returns the remark as the field's hint; undefined for a difference, which `PassportDifference` shows. */
export function remarkText(remark: FieldRemark | undefined): string | undefined {
  if (remark?.kind === "asRead") return readMark;
  if (remark?.kind === "gap") return gapTexts[remark.gap];
  return undefined;
}

/** Offers the passport's value. The typed one stays until the traveller accepts the offer. */
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
