import { useState } from "react";
import { maxNameLength } from "../../server/modules/partner/partner.rules";
import { PhoneInput } from "../auth/PhoneInput";
import { Button, ButtonGroup } from "../components/Button";
import { InlineAlerts } from "../components/feedback/InlineAlert";
import { useToast } from "../components/feedback/ToastProvider";
import { Field, Form, TextField } from "../components/form/inputs";
import { useStaffCreatePartnerMutation } from "./operations.generated";
import { useSending } from "./useSending";

interface NewPartnerProps {
  onCreated: () => Promise<unknown>;
  onClose: () => void;
}

/** Creates a partner and its first owner. */
export function NewPartner({ onCreated, onClose }: NewPartnerProps) {
  const [values, setValues] = useState({ name: "", email: "", gstin: "", ownerPhoneNumber: "" });
  const [create] = useStaffCreatePartnerMutation();
  const { violations, isBusy, findError, send } = useSending();
  const toast = useToast();
  const set = (name: keyof typeof values) => (text: string) =>
    setValues((present) => ({ ...present, [name]: text }));

  const save = async () => {
    const input = { ...values, gstin: values.gstin.trim() || null };
    const isCreated = await send(
      async () => (await create({ variables: { input } })).data?.staffCreatePartner.userErrors,
    );
    if (!isCreated) return;
    await onCreated();
    toast.success(`${values.name.trim()} was created`);
    onClose();
  };

  return (
    <Form className="stack-3" onSubmit={save}>
      <InlineAlerts of={violations.filter(({ field }) => !field || !(field in values))} />
      <TextField
        id="partner-name"
        label="Name"
        hint="As travellers and staff see it."
        error={findError("name")}
        maxLength={maxNameLength}
        autoComplete="off"
        data-autofocus
        required
        value={values.name}
        onText={set("name")}
      />
      <TextField
        id="partner-email"
        label="E-mail address"
        hint="For messages about the integration."
        error={findError("email")}
        type="email"
        autoComplete="off"
        required
        value={values.email}
        onText={set("email")}
      />
      <TextField
        id="partner-gstin"
        label="GSTIN"
        optional
        error={findError("gstin")}
        autoComplete="off"
        value={values.gstin}
        onText={set("gstin")}
      />
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
      <ButtonGroup>
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" busy={isBusy}>
          Create partner
        </Button>
      </ButtonGroup>
    </Form>
  );
}
