import { useState } from "react";
import { maxKeepHours, usualKeepHours } from "../../server/modules/partner/partner.rules";
import { InlineAlerts } from "../components/feedback/InlineAlert";
import { SelectField } from "../components/form/inputs";
import { payloadOf } from "../lib/errorMessage";
import { KeyWithCode } from "./KeyWithCode";
import { type PartnerKeyPartsFragment, useRotatePartnerKeyMutation } from "./operations.generated";
import { useSending } from "../lib/useSending";

interface RotateKeyProps {
  of: PartnerKeyPartsFragment;
  onClose: () => void;
  onCreated: () => Promise<unknown>;
}

const hourOptions = [
  ["0", "End it at once"],
  ["1", "1 hour"],
  [String(usualKeepHours), "1 day"],
  ["72", "3 days"],
  [String(maxKeepHours), "7 days"],
] as const;

export function RotateKey({ of: { partnerKeyId, name }, ...rest }: RotateKeyProps) {
  const [hours, setHours] = useState<string>(String(usualKeepHours));
  const [rotateKey, { loading }] = useRotatePartnerKeyMutation();
  const { violations, showViolations } = useSending();
  return (
    <KeyWithCode
      id="rotate-key-otp"
      submit="Create the new key"
      isComplete={() => true}
      create={async (proof) => {
        const input = { partnerKeyId, keepHours: Number(hours), ...proof };
        return payloadOf(await rotateKey({ variables: { input } }));
      }}
      isBusy={loading}
      onRefused={showViolations}
      {...rest}
    >
      <InlineAlerts of={violations} />
      <p>
        A new key replaces <strong>{name}</strong>, with the same scopes, networks and expiry. Both are valid
        until you have given the new one to your program.
      </p>
      <SelectField
        id="rotate-hours"
        label="Keep the old key for"
        data-autofocus
        options={hourOptions}
        value={hours}
        onText={setHours}
      />
    </KeyWithCode>
  );
}
