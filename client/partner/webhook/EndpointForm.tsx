import { useState } from "react";
import { Button } from "../../components/Button";
import { InlineAlerts } from "../../components/feedback/InlineAlert";
import { useToast } from "../../components/feedback/ToastProvider";
import { DialogForm } from "../../components/form/DialogForm";
import { TextField } from "../../components/form/inputs";
import type { PartnerEventType } from "../../schemaTypes.generated";
import { CheckList } from "../CheckList";
import { useSending } from "../useSending";
import { eventLabels } from "./eventLabels";
import { NewSecret } from "./RotateSecret";
import {
  useCreateWebhookEndpointMutation,
  useUpdateWebhookEndpointMutation,
  type WebhookEndpointPartsFragment,
} from "./operations.generated";
import styles from "./Webhooks.module.css";

interface EndpointFormProps {
  partnerId: string;
  /** The endpoint to change; undefined for a new one. */
  changing: WebhookEndpointPartsFragment | undefined;
  onChanged: () => Promise<unknown>;
  onClose: () => void;
}

const allTypes = Object.keys(eventLabels) as PartnerEventType[];
const formFields = ["url", "types"];

export function EndpointForm({ partnerId, changing, onChanged, onClose }: EndpointFormProps) {
  const [url, setUrl] = useState(changing?.url ?? "");
  const [types, setTypes] = useState<readonly PartnerEventType[]>(changing?.types ?? allTypes);
  const [secret, setSecret] = useState<string>();
  const [createEndpoint] = useCreateWebhookEndpointMutation();
  const [updateEndpoint] = useUpdateWebhookEndpointMutation();
  const { violations, isBusy, findError, send, showViolations } = useSending();
  const toast = useToast();

  const input = { url, types: [...types] };
  const create = async () => {
    const made = await send(() => createEndpoint({ variables: { input: { partnerId, ...input } } }));
    setSecret(made?.secret ?? undefined);
    if (made) await onChanged();
  };
  const change = async (endpointId: string) => {
    if (!(await send(() => updateEndpoint({ variables: { input: { endpointId, ...input } } })))) return;
    await onChanged();
    toast.success("The endpoint was changed");
    onClose();
  };
  const save = async () => {
    const found = [
      ...(url.trim() ? [] : [{ field: "url", message: "Enter the URL of your endpoint" }]),
      ...(types.length > 0 ? [] : [{ field: "types", message: "Choose one or more types of events" }]),
    ];
    if (found.length > 0) return showViolations(found);
    return changing ? change(changing.endpointId) : create();
  };

  const hasAll = types.length === allTypes.length;
  if (secret) return <NewSecret secret={secret} onClose={onClose} />;
  return (
    <DialogForm
      submit={changing ? "Save the endpoint" : "Add the endpoint"}
      onSubmit={save}
      onCancel={onClose}
      isBusy={isBusy}
    >
      <InlineAlerts of={violations.filter(({ field }) => !formFields.includes(field ?? ""))} />
      <TextField
        id="endpoint-url"
        label="URL"
        hint="It begins with https and is on the public internet."
        error={findError("url")}
        type="url"
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        required
        value={url}
        onText={setUrl}
      />
      <CheckList
        id="endpoint-types"
        legend="Which events does it receive?"
        labels={eventLabels}
        chosen={types}
        onChange={setTypes}
        error={findError("types")}
      >
        <div className={styles["all"]}>
          <Button variant="quiet" onClick={() => setTypes(hasAll ? [] : allTypes)}>
            {hasAll ? "Choose none" : "Choose all"}
          </Button>
        </div>
      </CheckList>
    </DialogForm>
  );
}
