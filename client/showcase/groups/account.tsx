import { useState } from "react";
import { CodeField } from "../../auth/CodeField";
import { DeviceCheckStatus } from "../../auth/ResendCode";
import { PhoneInput } from "../../auth/PhoneInput";
import { Field } from "../../components/form/inputs";
import AccountLayout from "../../layout/AccountLayout";
import { example, wide } from "../Example";

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

export const accountExamples = [
  example("AccountLayout", { "second entry current": wide(<AccountLayout />) }),
  example("PhoneInput", {
    empty: <SamplePhone id="phone-empty" />,
    filled: <SamplePhone id="phone-filled" first="+919876543210" />,
    error: <SamplePhone id="phone-error" first="12" error="Enter a mobile number of 10 digits" />,
  }),
  example("CodeField", {
    empty: <SampleCode id="code-empty" />,
    error: <SampleCode id="code-error" first="123456" error="Wrong code. 4 attempts left" />,
  }),
  example("DeviceCheckStatus", { checking: <DeviceCheckStatus isChecking /> }),
];
