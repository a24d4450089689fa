import { useState } from "react";
import { maxKeepHours, usualKeepHours } from "../../server/modules/partner/partner.rules";
import { Dialog } from "../components/dialog/Dialog";
import { InlineAlerts } from "../components/feedback/InlineAlert";
import { SelectField } from "../components/form/inputs";
import { KeyWithCode } from "./KeyWithCode";
import { type PartnerKeyPartsFragment, useRotatePartnerKeyMutation } from "./operations.generated";
import { useSending } from "./useSending";

interface RotateKeyDialogProps {
  /** The key to replace; the dialog is open while there is one. */
  rotating: PartnerKeyPartsFragment | undefined;
  onClose: () => void;
  onCreated: () => Promise<unknown>;
}

export function RotateKeyDialog({ rotating, onClose, onCreated }: RotateKeyDialogProps) {
  return (
    <Dialog open={rotating !== undefined} onClose={onClose} title="Rotate this key">
      {rotating && <RotateKey of={rotating} onClose={onClose} onCreated={onCreated} />}
    </Dialog>
  );
}

const hourOptions = [
  ["0", "End it at once"],
  ["1", "1 hour"],
  [String(usualKeepHours), "1 day"],
  ["72", "3 days"],
  [String(maxKeepHours), "7 days"],
] as const;

function RotateKey({
  of: { partnerKeyId, name },
  onClose,
  onCreated,
}: Omit<RotateKeyDialogProps, "rotating"> & { of: PartnerKeyPartsFragment }) {
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
        return (await rotateKey({ variables: { input } })).data?.rotatePartnerKey;
      }}
      isBusy={loading}
      onRefused={showViolations}
      onCreated={onCreated}
      onClose={onClose}
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
