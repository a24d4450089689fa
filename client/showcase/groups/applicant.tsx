import { useEffect, useEffectEvent } from "react";
import { type ApplicantDetails, normaliseDetails } from "../../../server/modules/applicant/applicant.rules";
import type { ApplicantFieldName } from "../../../server/modules/applicant/applicantFields.rules";
import { ApplicantDetailsList } from "../../applicant/ApplicantDetailsList";
import { DraftStatus, RestoredNotice } from "../../applicant/draft/DraftStatus";
import type { DraftKeeper, DraftState } from "../../applicant/draft/useDraft";
import { DetailField } from "../../applicant/form/DetailField";
import { type SendFailure, SendingState } from "../../applicant/form/SendingState";
import { useDetailsForm } from "../../applicant/form/useDetailsForm";
import { each, example, wide } from "../Example";
import { longWord, noop } from "../samples";

const details = normaliseDetails({
  firstName: "Asha",
  lastName: "Rao",
  gender: "FEMALE",
  dateOfBirth: "1990-05-14",
  passportNumber: "M1234567",
  passportIssueDate: "2020-01-01",
  passportExpireDate: "2029-12-31",
  nationality: "India",
  passportCountry: "India",
});
const longDetails = { ...details, firstName: longWord, nationality: longWord };
const wrongDetails = normaliseDetails({ passportNumber: "??" });
const failures: Record<string, SendFailure> = {
  failed: { kind: "failed", error: new Error("The server does not answer") },
  cancelled: { kind: "cancelled" },
  "online again": { kind: "offline" },
  rejected: { kind: "refused", messages: ["The photo is too dark"], isRepeat: false },
  gone: { kind: "gone", message: "This applicant was removed in the meantime" },
  "arrived before": { kind: "refused", messages: [], isRepeat: true },
};
const savedAt = new Date(2026, 10, 20, 14, 5);
const keeper = (state: DraftState): DraftKeeper => ({
  ...{ state, isOn: true, turn: () => undefined },
  ...{ erase: () => Promise.resolve(), finish: () => Promise.resolve() },
});
const busy = { isSending: true, progress: 0.4, cancel: noop };
const idle = { isSending: false, progress: undefined, cancel: noop };

function SampleField(props: {
  id: string;
  field: ApplicantFieldName;
  restored: ApplicantDetails;
  hasErrors?: boolean;
}) {
  const { id, field, restored, hasErrors } = props;
  const details = useDetailsForm({
    before: undefined,
    first: undefined,
    restored,
    travelDate: "2027-01-10",
    onCorrected: noop,
  });
  const showErrors = useEffectEvent(() => hasErrors && details.showViolations());
  useEffect(() => void showErrors(), []);
  return <DetailField details={details} field={field} id={id} />;
}

const filled = (field: ApplicantFieldName) => (
  <SampleField id={`filled-${field}`} field={field} restored={details} />
);
const wrong = (field: ApplicantFieldName) => (
  <SampleField id={`error-${field}`} field={field} restored={wrongDetails} hasErrors />
);

export const applicantExamples = [
  example("ApplicantDetailsList", {
    "optional values missing": wide(<ApplicantDetailsList facts={details} />),
    "long text": wide(<ApplicantDetailsList facts={longDetails} />),
  }),
  example("DetailField", {
    choice: filled("title"),
    firstName: filled("firstName"),
    "firstName, error": wrong("firstName"),
    dateOfBirth: filled("dateOfBirth"),
    "dateOfBirth, error": wrong("dateOfBirth"),
    passportNumber: filled("passportNumber"),
    "passportNumber, error": wrong("passportNumber"),
  }),
  example("DraftStatus", {
    ...each(["none", "refused"], (kind) => (
      <DraftStatus keeper={keeper({ kind })} onDiscard={noop} isInert={false} person={kind} />
    )),
    kept: (
      <DraftStatus
        keeper={keeper({ kind: "kept", savedAt })}
        onDiscard={noop}
        isInert={false}
        person="kept"
      />
    ),
  }),
  example("RestoredNotice", { usual: wide(<RestoredNotice savedAt={savedAt} onDiscard={noop} />) }),
  example("SendingState", {
    busy: <SendingState sending={busy} failure={undefined} onRetry={noop} visaRequestId="1" />,
    ...each(Object.keys(failures), (name) => (
      <SendingState sending={idle} failure={failures[name]} onRetry={noop} visaRequestId="1" />
    )),
  }),
];
