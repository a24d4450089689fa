import { useState } from "react";
import { Button } from "../../components/Button";
import { InlineAlerts } from "../../components/feedback/InlineAlert";
import { useToast } from "../../components/feedback/ToastProvider";
import { DialogForm } from "../../components/form/DialogForm";
import { TextField } from "../../components/form/inputs";
import type { PartnerEventType } from "../../schemaTypes.generated";
import { CheckList } from "../CheckList";
import { useSending } from "../../lib/useSending";
import { eventLabels } from "./eventLabels";
import { NewSecret } from "./RotateSecret";
import {
  useCreateWebhookEndpointMutation,
  useUpdateWebhookEndpointMutation,
  type WebhookEndpointPartsFragment,
} from "./operations.generated";

interface EndpointFormProps {
  partnerId: string;
  /** The endpoint to change; undefined for a new one. */
  changing: WebhookEndpointPartsFragment | undefined;
  onChanged: () => Promise<unknown>;
  onClose: () => void;
}

interface Endpoint {
  url: string;
  types: PartnerEventType[];
}

const allTypes = Object.keys(eventLabels) as PartnerEventType[];

export function EndpointForm(props: EndpointFormProps) {
  const { changing, onClose } = props;
  const [url, setUrl] = useState(changing?.url ?? "");
  const [types, setTypes] = useState<readonly PartnerEventType[]>(changing?.types ?? allTypes);
  const { save, secret, isBusy, findError, findOthers } = useSaveEndpoint(props);

  const hasAll = types.length === allTypes.length;
  if (secret) return <NewSecret secret={secret} onClose={onClose} />;
  return (
    <DialogForm
      submit={changing ? "Save the endpoint" : "Add the endpoint"}
      onSubmit={() => save({ url, types: [...types] })}
      onCancel={onClose}
      isBusy={isBusy}
    >
      <InlineAlerts of={findOthers(["url", "types"])} />
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
        <div className="all-columns">
          <Button variant="quiet" onClick={() => setTypes(hasAll ? [] : allTypes)}>
            {hasAll ? "Choose none" : "Choose all"}
          </Button>
        </div>
      </CheckList>
    </DialogForm>
  );
}

/** Creates or changes the endpoint. `secret` is that of an endpoint that was just created. */
function useSaveEndpoint({ partnerId, changing, onChanged, onClose }: EndpointFormProps) {
  const [secret, setSecret] = useState<string>();
  const [createEndpoint] = useCreateWebhookEndpointMutation();
  const [updateEndpoint] = useUpdateWebhookEndpointMutation();
  const { send, showViolations, ...sending } = useSending();
  const toast = useToast();

  const create = async (endpoint: Endpoint) => {
    const made = await send(() => createEndpoint({ variables: { input: { partnerId, ...endpoint } } }));
    setSecret(made?.secret ?? undefined);
    if (made) await onChanged();
  };
  const change = async (endpointId: string, endpoint: Endpoint) => {
    const input = { endpointId, ...endpoint };
    if (!(await send(() => updateEndpoint({ variables: { input } })))) return;
    await onChanged();
    toast.success("The endpoint was changed");
    onClose();
  };
  const save = async (endpoint: Endpoint) => {
    const { url, types } = endpoint;
    const found = [
      ...(url.trim() ? [] : [{ field: "url", message: "Enter the URL of your endpoint" }]),
      ...(types.length > 0 ? [] : [{ field: "types", message: "Choose one or more types of events" }]),
    ];
    if (found.length > 0) return showViolations(found);
    return changing ? change(changing.endpointId, endpoint) : create(endpoint);
  };
  return { ...sending, secret, save };
}
