import { type FormEvent, useEffect, useRef, useState } from "react";
import { normalisePhone } from "../../../server/modules/user/phone.rules";
import { PhoneInput } from "../../auth/PhoneInput";
import { Button } from "../../components/Button";
import { InlineAlert } from "../../components/feedback/InlineAlert";
import { Field } from "../../components/form/Field";
import { TextInput } from "../../components/form/inputs";
import { usePageTitle } from "../../seo/useHead";
import {
  alertText,
  findProfileViolations,
  type ProfileViolation,
  type ProfileValues,
  shownEmail,
} from "../../user/profile";
import { NumberCodes, type NumberProof } from "./NumberCodes";
import styles from "./Page.module.css";

interface ProfileFormProps {
  user: { name: string; phoneNumber: string; email: string | null };
  isBusy: boolean;
  /** The codes sent for a new number, which the form then asks for. */
  proof: NumberProof | undefined;
  violations: ProfileViolation[];
  onResent: (proof: NumberProof) => void;
  onFailed: (message: string) => void;
  onNumberChange: () => void;
  onSave: (values: ProfileValues) => void;
}

const normaliseCode = (typed: string) => typed.replace(/\s/g, "");

const fieldOrder = ["name", "phoneNumber", "presentOtp", "otp", "email"] as const;

export function ProfileForm(props: ProfileFormProps) {
  const { user, isBusy, proof, onNumberChange, onSave } = props;
  const [values, setValues] = useState<ProfileValues>(() => ({
    name: user.name,
    phoneNumber: user.phoneNumber,
    email: shownEmail(user.email, user.phoneNumber),
    otp: "",
    presentOtp: "",
  }));
  const [ownViolations, setOwnViolations] = useState<ProfileViolation[]>([]);
  const form = useRef<HTMLFormElement>(null);
  const violations = ownViolations.length > 0 ? ownViolations : props.violations;
  usePageTitle("Profile", { hasError: violations.length > 0 });

  // Focuses the first invalid field, or the first code field.
  useEffect(() => {
    const first = fieldOrder.find((name) => violations.some(({ field }) => field === name));
    const wanted = first ?? (proof && violations.length === 0 ? "presentOtp" : undefined);
    if (wanted) form.current?.querySelector<HTMLElement>(`#profile-${wanted}`)?.focus();
  }, [violations, proof]);

  const set = (name: keyof ProfileValues, value: string) => {
    setValues((present) => ({ ...present, [name]: value }));
    if (name === "phoneNumber") onNumberChange();
  };
  const findError = (name: string) => violations.find(({ field }) => field === name)?.message;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = findProfileViolations(values, Boolean(proof));
    setOwnViolations(found);
    if (found.length > 0) return;
    const name = values.name.trim();
    const phoneNumber = normalisePhone(values.phoneNumber) ?? "";
    setValues((present) => ({ ...present, name, phoneNumber }));
    onSave({
      name,
      phoneNumber,
      email: values.email.trim(),
      otp: normaliseCode(values.otp),
      presentOtp: normaliseCode(values.presentOtp),
    });
  };

  const alert = alertText(violations);
  return (
    <form ref={form} noValidate className={styles["form"]} onSubmit={submit}>
      {alert && <InlineAlert>{alert}</InlineAlert>}
      <Field id="profile-name" label="Name" error={findError("name")}>
        {(control) => (
          <TextInput
            {...control}
            autoComplete="name"
            required
            value={values.name}
            onChange={(event) => set("name", event.target.value)}
          />
        )}
      </Field>
      <Field
        id="profile-phoneNumber"
        label="Mobile number"
        hint="You log in with this number. To change it, enter the codes sent to both numbers."
        error={findError("phoneNumber")}
      >
        {(control) => (
          <PhoneInput
            control={control}
            value={values.phoneNumber}
            onChange={(value) => set("phoneNumber", value)}
          />
        )}
      </Field>
      {proof && (
        <NumberCodes
          proof={proof}
          values={values}
          errorOf={findError}
          onChange={set}
          onResent={props.onResent}
          onFailed={props.onFailed}
          onKeepNumber={() => {
            setValues((present) => ({
              ...present,
              phoneNumber: user.phoneNumber,
              otp: "",
              presentOtp: "",
            }));
            setOwnViolations([]);
            onNumberChange();
          }}
        />
      )}
      <Field id="profile-email" label="Email" optional error={findError("email")}>
        {(control) => (
          <TextInput
            {...control}
            type="email"
            inputMode="email"
            autoComplete="email"
            value={values.email}
            onChange={(event) => set("email", event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" busy={isBusy} className={styles["save"]}>
        Save
      </Button>
    </form>
  );
}
