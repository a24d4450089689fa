import { useEffect, useEffectEvent } from "react";
import { type ApplicantDetails, normaliseDetails } from "../../../server/modules/applicant/applicant.rules";
import type { ApplicantFieldName } from "../../../server/modules/applicant/applicantFields.rules";
import { ApplicantDetailsList } from "../../applicant/ApplicantDetailsList";
import { DetailField } from "../../applicant/form/DetailField";
import { type SendFailure, SendingState } from "../../applicant/form/SendingState";
import { useDetailsForm } from "../../applicant/form/useDetailsForm";
import { Example, State } from "../Example";
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
const wrongDetails = normaliseDetails({ passportNumber: "??" });
const failures: [string, SendFailure][] = [
  ["failed", { kind: "failed", error: new Error("The server does not answer") }],
  ["cancelled", { kind: "cancelled" }],
  ["online again", { kind: "offline" }],
  ["rejected", { kind: "refused", messages: ["The photo is too dark"], isRepeat: false }],
  ["arrived before", { kind: "refused", messages: [], isRepeat: true }],
];
const idle = { isSending: false, progress: undefined, cancel: noop };

export function ApplicantExamples() {
  return (
    <>
      <Example of="ApplicantDetailsList">
        <State name="optional values missing" wide>
          <ApplicantDetailsList facts={details} />
        </State>
        <State name="long text" wide>
          <ApplicantDetailsList facts={{ ...details, firstName: longWord, nationality: longWord }} />
        </State>
      </Example>
      <Example of="DetailField">
        <State name="choice">
          <SampleField id="choice" field="title" restored={details} />
        </State>
        {(["firstName", "dateOfBirth", "passportNumber"] as const).flatMap((field) => [
          <State key={field} name={field}>
            <SampleField id={`filled-${field}`} field={field} restored={details} />
          </State>,
          <State key={`${field} error`} name={`${field}, error`}>
            <SampleField id={`error-${field}`} field={field} restored={wrongDetails} hasErrors />
          </State>,
        ])}
      </Example>
      <Example of="SendingState">
        <State name="busy">
          <SendingState
            sending={{ isSending: true, progress: 0.4, cancel: noop }}
            failure={undefined}
            onRetry={noop}
            visaRequestId="1"
          />
        </State>
        {failures.map(([name, failure]) => (
          <State key={name} name={name}>
            <SendingState sending={idle} failure={failure} onRetry={noop} visaRequestId="1" />
          </State>
        ))}
      </Example>
    </>
  );
}

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
