import { useEffect, useRef, useState, type FormEvent } from "react";
import { maxPhoneLength, normalisePhone } from "../../../server/modules/auth/phone.rules";
import { Button } from "../../components/Button";
import { Field } from "../../components/Field";
import { InlineAlert } from "../../components/InlineAlert";
import { TextInput } from "../../components/TextInput";
import { usePageTitle } from "../../lib/usePageTitle";
import styles from "./Page.module.css";
import { shownEmail } from "./shownEmail";

export interface ProfileValues {
  name: string;
  phoneNumber: string;
  email: string;
  otp: string;
}

/** What is wrong; `field` is that of the API, undefined where it is about the whole. */
export interface ProfileFault {
  field: string | undefined;
  message: string;
}

interface ProfileFormProps {
  user: { name: string; phoneNumber: string; email: string | null };
  isBusy: boolean;
  /** The code that went to the new number is asked for. */
  needsOtp: boolean;
  faults: ProfileFault[];
  onNumberChange: () => void;
  onSave: (values: ProfileValues) => void;
}

const fieldOrder = ["name", "phoneNumber", "email", "otp"] as const;
const mandatory = "check mandatory fields";

/** The form of the profile. */
export function ProfileForm(props: ProfileFormProps) {
  const { user, isBusy, needsOtp, onNumberChange, onSave } = props;
  const [values, setValues] = useState<ProfileValues>(() => ({
    name: user.name,
    phoneNumber: user.phoneNumber,
    email: shownEmail(user.email, user.phoneNumber),
    otp: "",
  }));
  const [ownFaults, setOwnFaults] = useState<ProfileFault[]>([]);
  const form = useRef<HTMLFormElement>(null);
  const faults = ownFaults.length > 0 ? ownFaults : props.faults;
  usePageTitle("Profile", { hasError: faults.length > 0 });

  // The first field that is wrong takes the focus; a code that is asked for, too.
  useEffect(() => {
    const first = fieldOrder.find((name) => faults.some(({ field }) => field === name));
    const wanted = first ?? (needsOtp ? "otp" : undefined);
    if (wanted) form.current?.querySelector<HTMLElement>(`#profile-${wanted}`)?.focus();
  }, [faults, needsOtp]);

  const set = (name: keyof ProfileValues, value: string) => {
    setValues((present) => ({ ...present, [name]: value }));
    if (name === "phoneNumber") onNumberChange();
  };
  const errorOf = (name: string) => faults.find(({ field }) => field === name)?.message;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const name = values.name.trim();
    const typed = values.phoneNumber.trim();
    const phoneNumber = normalisePhone(typed) ?? "";
    const missing: ProfileFault[] = [];
    if (!name) missing.push({ field: "name", message: "Please enter your name" });
    if (!typed) missing.push({ field: "phoneNumber", message: "Please enter your mobile number" });
    else if (!phoneNumber) {
      missing.push({ field: "phoneNumber", message: "Enter a mobile number, like 98765 43210" });
    }
    if (needsOtp && !values.otp.trim()) missing.push({ field: "otp", message: "Please enter the code" });
    setOwnFaults(missing);
    if (missing.length > 0) return;
    setValues((present) => ({ ...present, name, phoneNumber }));
    onSave({ name, phoneNumber, email: values.email.trim(), otp: values.otp.replace(/\s/g, "") });
  };

  const alert = ownFaults.length > 0 ? mandatory : faults[0]?.message;
  return (
    <form ref={form} noValidate className={styles["form"]} onSubmit={submit}>
      {alert && <InlineAlert>{alert}</InlineAlert>}
      <Field id="profile-name" label="Name" error={errorOf("name")}>
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
        hint="Your login. We send a code to a new number before we save it."
        error={errorOf("phoneNumber")}
      >
        {(control) => (
          <TextInput
            {...control}
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            required
            maxLength={maxPhoneLength}
            value={values.phoneNumber}
            onChange={(event) => set("phoneNumber", event.target.value)}
          />
        )}
      </Field>
      {needsOtp && (
        <Field
          id="profile-otp"
          label="OTP"
          hint={`The six digits that we sent to ${values.phoneNumber}`}
          error={errorOf("otp")}
        >
          {(control) => (
            <TextInput
              {...control}
              inputMode="numeric"
              autoComplete="one-time-code"
              required
              value={values.otp}
              onChange={(event) => set("otp", event.target.value)}
            />
          )}
        </Field>
      )}
      <Field id="profile-email" label="Email" optional error={errorOf("email")}>
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
