import { suggestIssueDate } from "../../../server/modules/applicant/applicant.rules";
import { Button } from "../../components/Button";
import { formatDay } from "../../lib/days";
import type { DetailsForm } from "../form/useDetailsForm";

/** Suggests the usual issue date while the field is empty, because the MRZ does not contain it. */
export function IssueDate({ details: { tidied, today, fill } }: { details: DetailsForm }) {
  const day = tidied.passportIssueDate ? undefined : suggestIssueDate(tidied, today);
  if (!day) return null;
  return (
    <Button variant="quiet" onClick={() => fill("passportIssueDate", day)}>
      Fill in {formatDay(day)}, if your passport says so
    </Button>
  );
}
