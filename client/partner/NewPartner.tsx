import { useState } from "react";
import { maxNameLength } from "../../server/modules/partner/partner.rules";
import { PhoneInput } from "../auth/PhoneInput";
import { InlineAlerts } from "../components/feedback/InlineAlert";
import { useToast } from "../components/feedback/ToastProvider";
import { DialogForm } from "../components/form/DialogForm";
import { Field, TextField } from "../components/form/inputs";
import { useStaffCreatePartnerMutation } from "./operations.generated";
import { useSending } from "../lib/useSending";

interface NewPartnerProps {
  onCreated: () => Promise<unknown>;
  onClose: () => void;
}

const textFields = [
  {
    name: "name",
    label: "Name",
    hint: "As travellers and staff see it.",
    maxLength: maxNameLength,
    required: true,
    "data-autofocus": true,
  },
  {
    name: "email",
    label: "E-mail address",
    hint: "For messages about the integration.",
    type: "email",
    required: true,
  },
  { name: "gstin", label: "GSTIN", optional: true },
] as const;

export function NewPartner({ onCreated, onClose }: NewPartnerProps) {
  const [values, setValues] = useState({ name: "", email: "", gstin: "", ownerPhoneNumber: "" });
  const [create] = useStaffCreatePartnerMutation();
  const { isBusy, findError, findOthers, send } = useSending();
  const toast = useToast();
  const set = (name: keyof typeof values) => (text: string) =>
    setValues((present) => ({ ...present, [name]: text }));

  const save = async () => {
    const input = { ...values, gstin: values.gstin.trim() || null };
    if (!(await send(() => create({ variables: { input } })))) return;
    await onCreated();
    toast.success(`${values.name.trim()} was created`);
    onClose();
  };

  return (
    <DialogForm submit="Create partner" onSubmit={save} onCancel={onClose} isBusy={isBusy}>
      <InlineAlerts of={findOthers(Object.keys(values))} />
      {textFields.map(({ name, ...field }) => (
        <TextField
          key={name}
          {...field}
          id={`partner-${name}`}
          error={findError(name)}
          autoComplete="off"
          value={values[name]}
          onText={set(name)}
        />
      ))}
      <Field
        id="partner-owner"
        label="Mobile number of the first owner"
        hint="They create keys at /partners after signing in."
        error={findError("ownerPhoneNumber")}
      >
        {(control) => (
          <PhoneInput control={control} value={values.ownerPhoneNumber} onChange={set("ownerPhoneNumber")} />
        )}
      </Field>
    </DialogForm>
  );
}
