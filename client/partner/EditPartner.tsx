import { useState } from "react";
import { formatInr } from "../../server/core/money.rules";
import { checkFee, checkLimits } from "../../server/modules/partner/partner.rules";
import { ConflictAlert } from "../components/feedback/ConflictAlert";
import { InlineAlerts } from "../components/feedback/InlineAlert";
import { useToast } from "../components/feedback/ToastProvider";
import { DialogForm } from "../components/form/DialogForm";
import { TextField } from "../components/form/inputs";
import { toNumber } from "../lib/format";
import { type PartnerPartsFragment, useStaffUpdatePartnerMutation } from "./operations.generated";
import { limitLabels, type LimitName } from "./partnerLabels";
import styles from "./StaffPartner.module.css";
import { useSending } from "../lib/useSending";

interface EditPartnerProps {
  partner: PartnerPartsFragment;
  usualFee: number | undefined;
  onChanged: () => Promise<unknown>;
  onClose: () => void;
}

type Terms = Pick<PartnerPartsFragment, "serviceFee" | "limits">;

const names = Object.keys(limitLabels) as LimitName[];
const megabyte = 1024 ** 2;
const unitOf = (name: LimitName) => (limitLabels[name].isBytes ? megabyte : 1);
const forEachLimit = <Value,>(find: (name: LimitName) => Value) =>
  Object.fromEntries(names.map((one) => [one, find(one)])) as Record<LimitName, Value>;
const toTexts = ({ serviceFee, limits }: Terms) => ({
  fee: serviceFee === null ? "" : String(serviceFee),
  ...forEachLimit((one) => String(limits[one] / unitOf(one))),
});

/** Changes only edited fields, so that a colleague's changes to other fields are not overwritten. */
export function EditPartner({ partner, usualFee, onChanged, onClose }: EditPartnerProps) {
  const { partnerId, name } = partner;
  const { base, merge, load, inputFor } = useTermTexts(partner);
  const [update] = useStaffUpdatePartnerMutation();
  const { violations, isBusy, findError, send, showViolations } = useSending();
  const toast = useToast();
  const conflict = violations.find(isConflict);

  const save = async ({ serviceFee, limits }: Terms) => {
    const terms = merge({ serviceFee, limits });
    const found = [...checkFee(terms.serviceFee), ...checkLimits(terms.limits)];
    if (found.length > 0) return showViolations(found);
    const expected = { serviceFee, limits: forEachLimit((one) => limits[one]) };
    const saved = await send(async () => {
      const response = await update({ variables: { input: { partnerId, ...terms, expected } } });
      if (response.data?.staffUpdatePartner.userErrors.some(isConflict)) await onChanged();
      return response;
    });
    if (!saved) return;
    await onChanged();
    toast.success(`${name} is changed`);
    onClose();
  };
  const loadTheirs = () => {
    load(partner);
    showViolations([]);
  };

  return (
    <DialogForm submit="Save" onSubmit={() => save(base)} onCancel={onClose} isBusy={isBusy}>
      <ConflictAlert
        message={conflict?.message}
        onLoadTheirs={loadTheirs}
        onSaveMine={() => void save(partner)}
      />
      <InlineAlerts of={violations.filter((one) => !one.field && one !== conflict)} />
      <TextField
        {...inputFor("fee")}
        label="Service fee per applicant, in rupees"
        hint={
          usualFee === undefined ? undefined : `Without GST. Empty for the usual fee, ${formatInr(usualFee)}.`
        }
        optional
        error={findError("serviceFee")}
      />
      <div className={`stack-x-4 ${styles["numbers"]}`}>
        {names.map((one) => (
          <TextField
            key={one}
            {...inputFor(one)}
            label={limitLabels[one].label + (limitLabels[one].isBytes ? ", in MB" : "")}
            error={findError(`limits.${one}`)}
          />
        ))}
      </div>
    </DialogForm>
  );
}

/** Returns the typed texts, and the saved terms that the form started from. */
function useTermTexts(partner: Terms) {
  const [base, setBase] = useState(partner);
  const [texts, setTexts] = useState(() => toTexts(partner));
  const before = toTexts(base);
  return {
    base,
    /** Returns the terms to save: edited fields as typed, other fields with their current values. */
    merge: ({ serviceFee, limits }: Terms) => ({
      serviceFee: texts.fee === before.fee ? serviceFee : toNumber(texts.fee),
      limits: forEachLimit((one) =>
        texts[one] === before[one] ? limits[one] : (toNumber(texts[one]) ?? 0) * unitOf(one),
      ),
    }),
    load: (terms: Terms) => {
      setBase(terms);
      setTexts(toTexts(terms));
    },
    inputFor: (name: keyof typeof texts) => ({
      id: `partner-${name}`,
      inputMode: "numeric" as const,
      autoComplete: "off",
      value: texts[name],
      onText: (text: string) => setTexts((present) => ({ ...present, [name]: text })),
    }),
  };
}

const isConflict = ({ code }: { code?: string }) => code === "CONFLICT";
