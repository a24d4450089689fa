import { useState } from "react";
import { oldSecretHours } from "../../../server/modules/partner/webhook/webhook.rules";
import { InlineAlerts } from "../../components/feedback/InlineAlert";
import { FormButtons } from "../../components/form/FormButtons";
import { paths } from "../../paths";
import { ShownSecret } from "../ShownKey";
import { useSending } from "../../lib/useSending";
import { useRotateWebhookSecretMutation, type WebhookEndpointPartsFragment } from "./operations.generated";
import styles from "./Webhooks.module.css";

interface RotateSecretProps {
  of: WebhookEndpointPartsFragment;
  onClose: () => void;
  onChanged: () => Promise<unknown>;
}

export function RotateSecret({ of, onClose, onChanged }: RotateSecretProps) {
  const { endpointId, url, oldSecretUntil } = of;
  const [secret, setSecret] = useState<string>();
  const [rotateSecret] = useRotateWebhookSecretMutation();
  const { violations, isBusy, send } = useSending();
  const rotate = async () => {
    const made = await send(() => rotateSecret({ variables: { input: { endpointId, oldSecretUntil } } }));
    setSecret(made?.secret ?? undefined);
    if (made) await onChanged();
  };
  if (secret) return <NewSecret secret={secret} onClose={onClose} isRotated />;
  return (
    <div className="stack-4">
      <InlineAlerts of={violations} />
      <p>
        {oldSecretUntil &&
          "The secret was rotated already. If you have lost it, replace it: it ends at once. "}
        A new secret signs the events for <strong className={styles["url"]}>{url}</strong>. For{" "}
        {oldSecretHours} hours, each message also has a signature by the old one. Give the new secret to your
        program within that time.
      </p>
      <FormButtons
        onCancel={onClose}
        submit="Make a new secret"
        type="button"
        data-autofocus
        busy={isBusy}
        onClick={() => void rotate()}
      />
    </div>
  );
}

export function NewSecret(props: { secret: string; onClose: () => void; isRotated?: boolean }) {
  const { secret, onClose, isRotated } = props;
  return (
    <ShownSecret what="secret" secret={secret} onClose={onClose}>
      Your program <a href={`${paths.developers()}/events#verifying-a-signature`}>verifies each event</a> with
      it.{isRotated && ` The old secret stays valid for ${oldSecretHours} hours.`}
    </ShownSecret>
  );
}
