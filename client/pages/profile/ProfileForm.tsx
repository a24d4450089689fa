import { Fragment, useEffect, useRef, useState } from "react";
import { normalisePhone } from "../../../server/modules/user/phone.rules";
import { PhoneInput } from "../../auth/PhoneInput";
import { Button } from "../../components/Button";
import { InlineAlert } from "../../components/feedback/InlineAlert";
import { Field, Form, TextField } from "../../components/form/inputs";
import type { FormViolation } from "../../lib/useViolations";
import { usePageTitle } from "../../seo/useHead";
import { alertText, findProfileViolations, type ProfileValues, shownEmail } from "../../user/profile";
import styles from "./Page.module.css";
import { CodeField } from "../../auth/CodeField";
import type { SentCode } from "../../auth/storedLoginStep";
import { ResendCode } from "../../auth/ResendCode";
import { useSiteInfoQuery } from "../../layout/public.generated";

interface ProfileFormProps {
  user: { name: string; phoneNumber: string; email: string | null };
  isBusy: boolean;
  proof: NumberProof | undefined;
  violations: readonly FormViolation[];
  onResent: (proof: NumberProof) => void;
  onFailed: (message: string) => void;
  onNumberChange: () => void;
  onSave: (values: ProfileValues) => void;
}

const normaliseCode = (typed: string) => typed.replace(/\s/g, "");

export function ProfileForm(props: ProfileFormProps) {
  const { isBusy, proof } = props;
  const { values, violations, set, submit, keepNumber } = useProfileValues(props);
  const form = useFocusOnFirst(violations, proof);
  usePageTitle("Profile", { hasError: violations.length > 0 });

  const findError = (name: string) => violations.find(({ field }) => field === name)?.message;
  const alert = alertText(violations);
  return (
    <Form ref={form} className="stack-3" onSubmit={submit}>
      {alert && <InlineAlert>{alert}</InlineAlert>}
      <TextField
        id="profile-name"
        label="Name"
        error={findError("name")}
        autoComplete="name"
        required
        value={values.name}
        onText={(text) => set("name", text)}
      />
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
          onKeepNumber={keepNumber}
        />
      )}
      <TextField
        id="profile-email"
        label="Email"
        optional
        error={findError("email")}
        type="email"
        inputMode="email"
        autoComplete="email"
        value={values.email}
        onText={(text) => set("email", text)}
      />
      <Button type="submit" busy={isBusy} className={styles["save"]}>
        Save
      </Button>
    </Form>
  );
}

const fieldOrder = ["name", "phoneNumber", "presentOtp", "otp", "email"] as const;

/** Focuses the first invalid field, or the first code field. Returns the ref of the form. */
function useFocusOnFirst(violations: readonly FormViolation[], proof: NumberProof | undefined) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const first = fieldOrder.find((name) => violations.some(({ field }) => field === name));
    const wanted = first ?? (proof && violations.length === 0 ? "presentOtp" : undefined);
    if (wanted) form.current?.querySelector<HTMLElement>(`#profile-${wanted}`)?.focus();
  }, [violations, proof]);
  return form;
}

/** The values of the form. Violations found by the form are shown before those found by the server. */
function useProfileValues({ user, proof, onNumberChange, onSave, ...props }: ProfileFormProps) {
  const [values, setValues] = useState<ProfileValues>(() => ({
    name: user.name,
    phoneNumber: user.phoneNumber,
    email: shownEmail(user.email, user.phoneNumber),
    otp: "",
    presentOtp: "",
  }));
  const [ownViolations, setOwnViolations] = useState<FormViolation[]>([]);

  const set = (name: keyof ProfileValues, value: string) => {
    if (name !== "phoneNumber") return setValues((present) => ({ ...present, [name]: value }));
    // Codes are valid for one number only.
    setValues((present) => ({ ...present, phoneNumber: value, otp: "", presentOtp: "" }));
    onNumberChange();
  };
  const keepNumber = () => {
    set("phoneNumber", user.phoneNumber);
    setOwnViolations([]);
  };

  const submit = () => {
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

  const violations = ownViolations.length > 0 ? ownViolations : props.violations;
  return { values, violations, set, submit, keepNumber };
}

export interface NumberProof {
  present: SentCode;
  next: SentCode;
}

const codes = [
  { name: "presentOtp", sentTo: "present", whose: "current" },
  { name: "otp", sentTo: "next", whose: "new" },
] as const;

interface NumberCodesProps {
  proof: NumberProof;
  values: ProfileValues;
  errorOf: (name: string) => string | undefined;
  onChange: (name: "otp" | "presentOtp", otp: string) => void;
  onResent: (proof: NumberProof) => void;
  onFailed: (message: string) => void;
  onKeepNumber: () => void;
}

function NumberCodes(props: NumberCodesProps) {
  const { proof, values, errorOf, onChange, onResent, onFailed } = props;
  const { present } = proof;
  const siteInfo = useSiteInfoQuery().data?.siteInfo;
  return (
    <div className={`sheet stack-3 ${styles["proof"]}`}>
      <p>We sent a code to each number, so that nobody else can change it. Enter both and save.</p>
      {codes.map(({ name, sentTo, whose }) => (
        <Fragment key={name}>
          <CodeField
            id={`profile-${name}`}
            label={`Code sent to your ${whose} number ${proof[sentTo].phoneNumber}`}
            error={errorOf(name)}
            otp={values[name]}
            onChange={(otp) => onChange(name, otp)}
          />
          <ResendCode
            sent={proof[sentTo]}
            purpose="NUMBER_CHANGE"
            onResent={(sent) => onResent({ ...proof, [sentTo]: sent })}
            onFailed={onFailed}
          />
        </Fragment>
      ))}
      <p>
        Is {present.phoneNumber} lost? Write to{" "}
        {siteInfo ? <a href={`mailto:${siteInfo.supportEmail}`}>{siteInfo.supportEmail}</a> : "our support"}:
        we change it once we are sure that it is you.
      </p>
      <Button variant="quiet" wide onClick={props.onKeepNumber}>
        Keep {present.phoneNumber}
      </Button>
    </div>
  );
}
