import { useState } from "react";
import { CodeField } from "../../auth/CodeField";
import { DeviceCheckStatus } from "../../auth/ResendCode";
import { PhoneInput } from "../../auth/PhoneInput";
import { Field } from "../../components/form/inputs";
import AccountLayout from "../../layout/AccountLayout";
import { Example, State } from "../Example";

export function AccountExamples() {
  return (
    <>
      <Example of="AccountLayout">
        <State name="second entry current" wide>
          <AccountLayout />
        </State>
      </Example>
      <Example of="PhoneInput">
        <State name="empty">
          <SamplePhone id="phone-empty" />
        </State>
        <State name="filled">
          <SamplePhone id="phone-filled" first="+919876543210" />
        </State>
        <State name="error">
          <SamplePhone id="phone-error" first="12" error="Enter a mobile number of 10 digits" />
        </State>
      </Example>
      <Example of="CodeField">
        <State name="empty">
          <SampleCode id="code-empty" />
        </State>
        <State name="error">
          <SampleCode id="code-error" first="123456" error="Wrong code. 4 attempts left" />
        </State>
      </Example>
      <Example of="DeviceCheckStatus">
        <State name="checking">
          <DeviceCheckStatus isChecking />
        </State>
      </Example>
    </>
  );
}

interface SampleProps {
  id: string;
  first?: string;
  error?: string;
}

function SamplePhone({ id, first = "", error }: SampleProps) {
  const [value, setValue] = useState(first);
  return (
    <Field id={id} label="Mobile number" error={error}>
      {(control) => <PhoneInput control={control} value={value} onChange={setValue} />}
    </Field>
  );
}

function SampleCode({ id, first = "", error }: SampleProps) {
  const [otp, setOtp] = useState(first);
  return <CodeField id={id} otp={otp} onChange={setOtp} error={error} />;
}
