import { useState } from "react";
import { formatInr } from "../../server/core/money.rules";
import { InlineAlerts } from "../components/feedback/InlineAlert";
import { useToast } from "../components/feedback/ToastProvider";
import { DialogForm } from "../components/form/DialogForm";
import { TextField } from "../components/form/inputs";
import { type PartnerPartsFragment, useStaffUpdatePartnerMutation } from "./operations.generated";
import { limitLabels, type LimitName } from "./partnerLabels";
import styles from "./StaffPartner.module.css";
import { useSending } from "./useSending";

interface EditPartnerProps {
  partner: PartnerPartsFragment;
  usualFee: number | undefined;
  onChanged: () => Promise<unknown>;
  onClose: () => void;
}

const names = Object.keys(limitLabels) as LimitName[];
const megabyte = 1024 ** 2;
const unitOf = (name: LimitName) => (limitLabels[name].isBytes ? megabyte : 1);
const forEachLimit = <Value,>(find: (name: LimitName) => Value) =>
  Object.fromEntries(names.map((one) => [one, find(one)])) as Record<LimitName, Value>;
/** Text that is no number is sent as 0, which the server refuses at its field. */
const toNumber = (text: string) => Math.round(Number(text.replaceAll(/[\s,]/g, "")) || 0);

export function EditPartner({ partner, usualFee, onChanged, onClose }: EditPartnerProps) {
  const { partnerId, name, limits, serviceFee } = partner;
  const [fee, setFee] = useState(serviceFee === null ? "" : String(serviceFee));
  const [values, setValues] = useState(() => forEachLimit((one) => String(limits[one] / unitOf(one))));
  const [update] = useStaffUpdatePartnerMutation();
  const { violations, isBusy, findError, send } = useSending();
  const toast = useToast();

  const save = async () => {
    const input = {
      partnerId,
      serviceFee: fee.trim() ? toNumber(fee) : null,
      limits: forEachLimit((one) => toNumber(values[one]) * unitOf(one)),
    };
    if (!(await send(() => update({ variables: { input } })))) return;
    await onChanged();
    toast.success(`${name} is changed`);
    onClose();
  };

  return (
    <DialogForm submit="Save" onSubmit={save} onCancel={onClose} isBusy={isBusy}>
      <InlineAlerts of={violations.filter(({ field }) => !field)} />
      <TextField
        id="partner-fee"
        label="Service fee per applicant, in rupees"
        hint={
          usualFee === undefined ? undefined : `Without GST. Empty for the usual fee, ${formatInr(usualFee)}.`
        }
        optional
        error={findError("serviceFee")}
        inputMode="numeric"
        autoComplete="off"
        value={fee}
        onText={setFee}
      />
      <div className={`stack-x-4 ${styles["numbers"]}`}>
        {names.map((one) => (
          <TextField
            key={one}
            id={`partner-${one}`}
            label={limitLabels[one].label + (limitLabels[one].isBytes ? ", in MB" : "")}
            error={findError(`limits.${one}`)}
            inputMode="numeric"
            autoComplete="off"
            value={values[one]}
            onText={(text) => setValues((present) => ({ ...present, [one]: text }))}
          />
        ))}
      </div>
    </DialogForm>
  );
}
