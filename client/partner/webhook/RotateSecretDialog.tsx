import { useState } from "react";
import { oldSecretHours } from "../../../server/modules/partner/webhook/webhook.rules";
import { Button, ButtonGroup } from "../../components/Button";
import { Dialog } from "../../components/dialog/Dialog";
import { InlineAlerts } from "../../components/feedback/InlineAlert";
import { paths } from "../../paths";
import { ShownSecret } from "../ShownKey";
import { useSending } from "../useSending";
import { useRotateWebhookSecretMutation, type WebhookEndpointPartsFragment } from "./operations.generated";
import styles from "./Webhooks.module.css";

interface RotateSecretDialogProps {
  /** The endpoint; the dialog is open while there is one. */
  rotating: WebhookEndpointPartsFragment | undefined;
  onClose: () => void;
  onChanged: () => Promise<unknown>;
}

export function RotateSecretDialog({ rotating, onClose, onChanged }: RotateSecretDialogProps) {
  return (
    <Dialog open={rotating !== undefined} onClose={onClose} title="Rotate the secret">
      {rotating && <RotateSecret of={rotating} onClose={onClose} onChanged={onChanged} />}
    </Dialog>
  );
}

function RotateSecret({
  of: { endpointId, url, oldSecretUntil },
  onClose,
  onChanged,
}: Omit<RotateSecretDialogProps, "rotating"> & { of: WebhookEndpointPartsFragment }) {
  const [secret, setSecret] = useState<string>();
  const [rotateSecret] = useRotateWebhookSecretMutation();
  const { violations, isBusy, send } = useSending();
  const rotate = async () => {
    const isRotated = await send(async () => {
      const { data } = await rotateSecret({ variables: { input: { endpointId, oldSecretUntil } } });
      setSecret(data?.rotateWebhookSecret.secret ?? undefined);
      return data?.rotateWebhookSecret.userErrors;
    });
    if (isRotated) await onChanged();
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
      <ButtonGroup>
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button data-autofocus busy={isBusy} onClick={() => void rotate()}>
          Make a new secret
        </Button>
      </ButtonGroup>
    </div>
  );
}

/** The secret of an endpoint, shown once. */
export function NewSecret(props: { secret: string; onClose: () => void; isRotated?: boolean }) {
  const { secret, onClose, isRotated } = props;
  return (
    <ShownSecret what="secret" secret={secret} onClose={onClose}>
      Your program <a href={`${paths.developers()}/events#verifying-a-signature`}>verifies each event</a> with
      it.{isRotated && ` The old secret stays valid for ${oldSecretHours} hours.`}
    </ShownSecret>
  );
}
