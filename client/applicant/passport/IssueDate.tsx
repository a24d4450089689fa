import { suggestIssueDate } from "../../../server/modules/applicant/applicant.rules";
import { Button } from "../../components/Button";
import { formatDay } from "../../lib/days";
import type { DetailsForm } from "../form/useDetailsForm";

/** Offers the usual issue date, which is not in the lines that are read, while the field is empty. */
export function IssueDate({ details: { form, tidied, today } }: { details: DetailsForm }) {
  const day = tidied.passportIssueDate ? undefined : suggestIssueDate(tidied, today);
  if (!day) return null;
  const fill = () =>
    form.setValue("passportIssueDate", day, {
      shouldDirty: true,
      shouldValidate: form.formState.isSubmitted,
    });
  return (
    <Button variant="quiet" onClick={fill}>
      Fill in {formatDay(day)}, if your passport says so
    </Button>
  );
}
