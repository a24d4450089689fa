import { type ComponentProps, type ReactElement, useState } from "react";
import { CalendarButton, DateField } from "../../components/DateField/DateField";
import { CheckBoxes } from "../../components/form/CheckBoxes";
import { DialogForm } from "../../components/form/DialogForm";
import { ErrorSummary } from "../../components/form/ErrorSummary";
import { FormButtons } from "../../components/form/FormButtons";
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
import { each, example, small, wide } from "../Example";
import { calendar, longText, longWord, noop, today } from "../samples";

function SampleField(props: Omit<ComponentProps<typeof Field>, "children"> & { value?: string }) {
  const { value, ...field } = props;
  return <Field {...field}>{(control) => <TextInput {...control} defaultValue={value} />}</Field>;
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

/** The states that the three inputs share. */
const inputStates: Record<string, ComponentProps<"input">> = {
  empty: {},
  filled: { defaultValue: "Asha" },
  hover: { defaultValue: "Asha" },
  focus: { defaultValue: "Asha" },
  invalid: { defaultValue: "4sha", "aria-invalid": true },
  disabled: { defaultValue: "Asha", disabled: true },
  "long text": { defaultValue: longWord },
};
const eachInput = (show: (props: ComponentProps<"input">) => ReactElement) =>
  each(Object.keys(inputStates), (name) => show({ ...inputStates[name], "aria-label": name }));

const errors = [
  { fieldId: "field-error", message: "Enter your first name" },
  { fieldId: "date-error", message: longText },
];
const picker = { onPick: noop, days: calendar };

export const formExamples = [
  example("Field", {
    empty: <SampleField id="field-empty" label="First name" />,
    "optional, with a hint": (
      <SampleField id="field-hint" label="Middle name" hint="As printed in the passport" optional />
    ),
    error: <SampleField id="field-error" label="First name" error="Enter your first name" />,
    "long text": (
      <SampleField id="field-long" label={longText} hint={longText} error={longText} value={longText} />
    ),
  }),
  example("FieldError", { error: <FieldError id="lone-error" error="Tick the box to continue" /> }),
  example(
    "TextInput",
    eachInput((props) => <TextInput {...props} />),
  ),
  example(
    "TextArea",
    eachInput(({ "aria-label": label, "aria-invalid": invalid, defaultValue, disabled }) => (
      <TextArea aria-label={label} aria-invalid={invalid} {...{ defaultValue, disabled }} rows={2} />
    )),
  ),
  example(
    "SelectInput",
    eachInput(({ "aria-label": label, "aria-invalid": invalid, defaultValue, disabled }) => (
      <SelectInput aria-label={label} aria-invalid={invalid} disabled={disabled}>
        <option>{defaultValue ?? "Choose"}</option>
        <option>{longText}</option>
      </SelectInput>
    )),
  ),
  example("SelectField", {
    "none chosen": (
      <SelectField id="select-field" label="Reason" empty="Choose a reason" options={[["OTHER", "Other"]]} />
    ),
    error: (
      <SelectField id="select-error" label={longText} error={longText} options={[["OTHER", longText]]} />
    ),
  }),
  example("CheckBoxes", {
    "one ticked": (
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
    ),
    error: (
      <CheckBoxes
        id="boxes-error"
        legend="Formats"
        options={[["JPG", longText]]}
        error="Choose at least one"
      />
    ),
  }),
  example("Form", {
    "with labelled inputs": (
      <Form onSubmit={noop}>
        <TextField id="form-name" label="First name" error="Enter your first name" />
        <TextAreaField id="form-note" label="Note" optional rows={2} />
      </Form>
    ),
  }),
  example("FormButtons", {
    usual: <FormButtons onCancel={noop} submit="Save" />,
    busy: <FormButtons onCancel={noop} submit="Save" busy />,
  }),
  example("DialogForm", {
    usual: wide(
      <DialogForm onSubmit={noop} onCancel={noop} submit="Save" isBusy={false}>
        <TextField id="dialog-name" label="Name" />
      </DialogForm>,
    ),
    "final, being sent": wide(
      <DialogForm onSubmit={noop} onCancel={noop} submit="Reject" isBusy isFinal>
        <TextField id="dialog-reason" label="Reason" />
      </DialogForm>,
    ),
  }),
  example("ErrorSummary", { error: wide(<ErrorSummary takesFocus={false} errors={errors} />) }),
  example("DateField", {
    empty: <SampleDate id="date-empty" />,
    "filled, with a note": (
      <SampleDate id="date-filled" first={today} note="We expect the visa by 1 Dec 2026." />
    ),
    focus: <SampleDate id="date-focus" first={today} />,
    error: <SampleDate id="date-error" first="31-02-2026" error="Enter a date, for example 14-05-1990" />,
  }),
  small("CalendarButton", {
    empty: <CalendarButton {...picker} label="Date of birth" value={undefined} />,
    hover: <CalendarButton {...picker} label="Issue date" value={today} />,
    focus: <CalendarButton {...picker} label="Expiry date" value={today} />,
  }),
];
