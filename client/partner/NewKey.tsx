import { useState } from "react";
import { checkName, maxNameLength, maxNetworks } from "../../server/modules/partner/partner.rules";
import { InlineAlerts } from "../components/feedback/InlineAlert";
import { SelectField, TextAreaField, TextField } from "../components/form/inputs";
import { payloadOf } from "../lib/errorMessage";
import type { FormViolation } from "../lib/useViolations";
import type { KeyScope } from "../schemaTypes.generated";
import { CheckList } from "./CheckList";
import { KeyWithCode } from "./KeyWithCode";
import { useCreatePartnerKeyMutation } from "./operations.generated";
import { scopeLabels } from "./partnerLabels";
import { useSending } from "../lib/useSending";

interface NewKeyProps {
  partnerId: string;
  onCreated: () => Promise<unknown>;
  onClose: () => void;
}

const lives = [
  ["", "Never"],
  ["30", "In 30 days"],
  ["90", "In 90 days"],
  ["365", "In a year"],
] as const;

const noScope = { field: "scopes", message: "Choose what the key may do" };

/** Maps the violation of a single network to the form's one field for all networks. */
const toFormField = ({ field, message }: FormViolation): FormViolation => ({
  field: field?.startsWith("networks") ? "networks" : field,
  message,
});

const blank = { name: "", scopes: ["READ"] as KeyScope[], networks: "", life: "" };

export function NewKey({ partnerId, onCreated, onClose }: NewKeyProps) {
  const [values, setValues] = useState(blank);
  const [createKey, { loading }] = useCreatePartnerKeyMutation();
  const { findError, findOthers, showViolations } = useSending();
  const { name, scopes, networks, life } = values;

  const isComplete = () => {
    const found = [...checkName(name), ...(scopes.length === 0 ? [noScope] : [])];
    showViolations(found);
    return found.length === 0;
  };

  return (
    <KeyWithCode
      id="new-key-otp"
      submit="Create the key"
      isComplete={isComplete}
      create={async (proof) => {
        const input = {
          partnerId,
          name,
          scopes,
          ...proof,
          networks: networks.split(/[\s,]+/).filter(Boolean),
          expiresInDays: life ? Number(life) : null,
        };
        return payloadOf(await createKey({ variables: { input } }));
      }}
      isBusy={loading}
      onRefused={(refused) => showViolations(refused.map(toFormField))}
      onCreated={onCreated}
      onClose={onClose}
    >
      <InlineAlerts of={findOthers(["name", "scopes", "networks"])} />
      <KeyInputs
        values={values}
        onChange={(changes) => setValues((present) => ({ ...present, ...changes }))}
        findError={findError}
      />
    </KeyWithCode>
  );
}

interface KeyInputsProps {
  values: typeof blank;
  onChange: (changes: Partial<typeof blank>) => void;
  findError: (field: string) => string | undefined;
}

function KeyInputs({ values, onChange, findError }: KeyInputsProps) {
  return (
    <>
      <TextField
        id="key-name"
        label="Name"
        hint="The program that will use it, such as “Booking server”."
        error={findError("name")}
        maxLength={maxNameLength}
        autoComplete="off"
        data-autofocus
        required
        value={values.name}
        onText={(name) => onChange({ name })}
      />
      <CheckList
        id="key-scopes"
        legend="What may it do?"
        labels={scopeLabels}
        chosen={values.scopes}
        onChange={(scopes) => onChange({ scopes })}
        error={findError("scopes")}
      />
      <TextAreaField
        id="key-networks"
        label="Networks"
        optional
        hint={`Addresses from which it may be used, such as 203.0.113.0/24. One on each line, at most ${maxNetworks}. All if empty.`}
        error={findError("networks")}
        rows={2}
        autoComplete="off"
        spellCheck={false}
        value={values.networks}
        onText={(networks) => onChange({ networks })}
      />
      <SelectField
        id="key-life"
        label="Expires"
        options={lives}
        value={values.life}
        onText={(life) => onChange({ life })}
      />
    </>
  );
}
