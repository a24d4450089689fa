import { type ComponentProps, useState } from "react";
import { CalendarButton, DateField } from "../../components/DateField/DateField";
import { CheckBoxes } from "../../components/form/CheckBoxes";
import { ErrorSummary } from "../../components/form/ErrorSummary";
import {
  Field,
  FieldError,
  Form,
  SelectField,
  SelectInput,
  TextArea,
  TextAreaField,
  TextField,
  TextInput,
} from "../../components/form/inputs";
import { Example, State } from "../Example";
import { calendar, longText, longWord, noop, today } from "../samples";

export function FormExamples() {
  return (
    <>
      <FieldExamples />
      <InputExamples />
      <Example of="ErrorSummary">
        <State name="error" wide>
          <ErrorSummary
            takesFocus={false}
            errors={[
              { fieldId: "field-error", message: "Enter your first name" },
              { fieldId: "date-error", message: longText },
            ]}
          />
        </State>
      </Example>
      <Example of="DateField">
        <State name="empty">
          <SampleDate id="date-empty" />
        </State>
        <State name="filled, with a note">
          <SampleDate id="date-filled" first={today} note="We expect the visa by 1 Dec 2026." />
        </State>
        <State name="focus" pseudo="focus">
          <SampleDate id="date-focus" first={today} />
        </State>
        <State name="error">
          <SampleDate id="date-error" first="31-02-2026" error="Enter a date, for example 14-05-1990" />
        </State>
      </Example>
      <Example of="CalendarButton" small>
        <State name="empty">
          <CalendarButton label="Date of birth" value={undefined} onPick={noop} days={calendar} />
        </State>
        <State name="hover" pseudo="hover">
          <CalendarButton label="Issue date" value={today} onPick={noop} days={calendar} />
        </State>
        <State name="focus" pseudo="focus">
          <CalendarButton label="Expiry date" value={today} onPick={noop} days={calendar} />
        </State>
      </Example>
    </>
  );
}

function FieldExamples() {
  return (
    <>
      <Example of="Field">
        <State name="empty">
          <Field id="field-empty" label="First name">
            {(control) => <TextInput {...control} />}
          </Field>
        </State>
        <State name="optional, with a hint">
          <Field id="field-hint" label="Middle name" hint="As printed in the passport" optional>
            {(control) => <TextInput {...control} />}
          </Field>
        </State>
        <State name="error">
          <Field id="field-error" label="First name" error="Enter your first name">
            {(control) => <TextInput {...control} />}
          </Field>
        </State>
        <State name="long text">
          <Field id="field-long" label={longText} hint={longText} error={longText}>
            {(control) => <TextInput {...control} defaultValue={longText} />}
          </Field>
        </State>
      </Example>
      <Example of="FieldError">
        <State name="error">
          <FieldError id="lone-error" error="Tick the box to continue" />
        </State>
      </Example>
    </>
  );
}

/** The states that the three inputs share. */
const inputStates: [string, ComponentProps<"input">, ("hover" | "focus")?][] = [
  ["empty", {}],
  ["filled", { defaultValue: "Asha" }],
  ["hover", { defaultValue: "Asha" }, "hover"],
  ["focus", { defaultValue: "Asha" }, "focus"],
  ["invalid", { defaultValue: "4sha", "aria-invalid": true }],
  ["disabled", { defaultValue: "Asha", disabled: true }],
  ["long text", { defaultValue: longWord }],
];

function InputExamples() {
  return (
    <>
      <Example of="TextInput">
        {inputStates.map(([name, props, pseudo]) => (
          <State key={name} name={name} pseudo={pseudo}>
            <TextInput {...props} aria-label={name} />
          </State>
        ))}
      </Example>
      <Example of="TextArea">
        {inputStates.map(([name, { defaultValue, disabled, ...props }, pseudo]) => (
          <State key={name} name={name} pseudo={pseudo}>
            <TextArea
              aria-label={name}
              aria-invalid={props["aria-invalid"]}
              defaultValue={defaultValue}
              disabled={disabled}
              rows={2}
            />
          </State>
        ))}
      </Example>
      <Example of="SelectInput">
        {inputStates.map(([name, { defaultValue, disabled, ...props }, pseudo]) => (
          <State key={name} name={name} pseudo={pseudo}>
            <SelectInput aria-label={name} aria-invalid={props["aria-invalid"]} disabled={disabled}>
              <option>{defaultValue ?? "Choose"}</option>
              <option>{longText}</option>
            </SelectInput>
          </State>
        ))}
      </Example>
      <Example of="SelectField">
        <State name="none chosen">
          <SelectField
            id="select-field"
            label="Reason"
            empty="Choose a reason"
            options={[["OTHER", "Other"]]}
          />
        </State>
        <State name="error">
          <SelectField id="select-error" label={longText} error={longText} options={[["OTHER", longText]]} />
        </State>
      </Example>
      <Example of="CheckBoxes">
        <State name="one ticked">
          <CheckBoxes
            id="boxes"
            legend="Formats"
            options={[
              ["JPG", "JPG"],
              ["PDF", longText],
            ]}
            chosen={["JPG"]}
            onChange={noop}
            error={undefined}
          />
        </State>
        <State name="error">
          <CheckBoxes
            id="boxes-error"
            legend="Formats"
            options={[["JPG", longText]]}
            error="Choose at least one"
          />
        </State>
      </Example>
      <Example of="Form">
        <State name="with labelled inputs">
          <Form onSubmit={noop}>
            <TextField id="form-name" label="First name" error="Enter your first name" />
            <TextAreaField id="form-note" label="Note" optional rows={2} />
          </Form>
        </State>
      </Example>
    </>
  );
}

function SampleDate(props: { id: string; first?: string; note?: string; error?: string }) {
  const { id, first = "", note, error } = props;
  const [value, setValue] = useState(first);
  return (
    <DateField
      id={id}
      label="Travel date"
      value={value}
      onChange={setValue}
      note={note}
      error={error}
      calendar={calendar}
    />
  );
}
