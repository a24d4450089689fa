import { useState } from "react";
import { Button } from "../components/Button";
import { DetailsList } from "../components/DetailsList";
import { ConfirmDialog } from "../components/dialog/ConfirmDialog";
import { Dialog } from "../components/dialog/Dialog";
import { Disclosure } from "../components/Disclosure";
import { InlineAlert } from "../components/feedback/InlineAlert";
import { formatDay, formatMoment } from "../lib/days";
import { NewKey } from "./NewKey";
import {
  type PartnerKeyPartsFragment,
  type PartnerPartsFragment,
  useEndPartnerKeyMutation,
} from "./operations.generated";
import { scopeLabels } from "./partnerLabels";
import styles from "./Partner.module.css";
import { RotateKey } from "./RotateKey";
import { useConfirmed } from "./useConfirmed";

interface PartnerKeysProps {
  partner: PartnerPartsFragment;
  onChanged: () => Promise<unknown>;
}

/** The keys of a partner: active ones as cards, ended ones in a list. */
export function PartnerKeys({ partner, onChanged }: PartnerKeysProps) {
  const [open, setOpen] = useState<{ kind: "new" | "rotate" | "end"; key?: PartnerKeyPartsFragment }>();
  const [endKey] = useEndPartnerKeyMutation();
  const confirmed = useConfirmed(onChanged);
  const dialog = { onClose: () => setOpen(undefined), onCreated: onChanged };
  const active = partner.keys.filter(({ isActive }) => isActive);
  const maxKeys = partner.limits.keys;
  const places = active.filter(({ isReplaced }) => !isReplaced).length;

  const end = ({ partnerKeyId, name }: PartnerKeyPartsFragment) =>
    confirmed(endKey({ variables: { input: { partnerKeyId } } }), `The key ${name} has ended`);

  return (
    <section aria-labelledby="keys" className="stack-4">
      <div className={`cluster ${styles["head"]}`}>
        <h2 id="keys">Keys</h2>
        <span className="small numbers">
          {places} of {maxKeys}
        </span>
        {!partner.endedAt && (
          <Button disabled={places >= maxKeys} onClick={() => setOpen({ kind: "new" })}>
            Create a key
          </Button>
        )}
      </div>
      {active.length === 0 && (
        <p className="muted">
          {partner.endedAt
            ? "No key is valid."
            : "No key yet. A program sends a key with each request, so create one for each program."}
        </p>
      )}
      {active.length > 0 && (
        <ul className="stack-3">
          {active.map((key) => (
            <KeyCard key={key.partnerKeyId} of={key} onOpen={(kind) => setOpen({ kind, key })} />
          ))}
        </ul>
      )}
      <EndedKeys of={partner.keys.filter(({ isActive }) => !isActive)} />
      <Dialog open={open?.kind === "new"} onClose={dialog.onClose} title="Create a key">
        <NewKey partnerId={partner.partnerId} {...dialog} />
      </Dialog>
      <Dialog open={open?.kind === "rotate"} onClose={dialog.onClose} title="Rotate this key">
        {open?.key && <RotateKey of={open.key} {...dialog} />}
      </Dialog>
      <ConfirmDialog
        open={open?.kind === "end"}
        onClose={dialog.onClose}
        title="End this key?"
        keep="Keep it"
        confirm="End the key"
        act={() => end(open!.key!)}
      >
        <p>
          Programs that use <strong>{open?.key?.name}</strong> are refused from their next request on. An
          ended key cannot be used again.
        </p>
      </ConfirmDialog>
    </section>
  );
}

function EndedKeys({ of: ended }: { of: readonly PartnerKeyPartsFragment[] }) {
  if (ended.length === 0) return null;
  return (
    <Disclosure summary={ended.length === 1 ? "1 ended key" : `${ended.length} ended keys`}>
      <ul className="stack-2 ruled">
        {ended.map(({ partnerKeyId, name, start, endedAt, expiresAt }) => (
          <li key={partnerKeyId} className={`stack-x-4 ${styles["ended"]}`}>
            <span>{name}</span>
            <code className="muted">{start}…</code>
            <span className="small numbers">
              {endedAt ? `Ended ${formatMoment(endedAt)}` : expiresAt && `Expired ${formatMoment(expiresAt)}`}
            </span>
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}

interface KeyCardProps {
  of: PartnerKeyPartsFragment;
  onOpen: (kind: "rotate" | "end") => void;
}

function KeyCard({ of: key, onOpen }: KeyCardProps) {
  const { name, start, scopes, networks, createdAt, expiresAt, lastUsedAt, isReplaced } = key;
  return (
    <li className={`sheet raised pad stack-3 ${styles["item"]} ${styles["card"]}`}>
      <div className={`wrap ${styles["title"]}`}>
        <h3 className="anywhere">{name}</h3>
        <code className="muted">{start}…</code>
      </div>
      <ul className={`wrap ${styles["scopes"]}`} aria-label="Scopes">
        {scopes.map((scope) => (
          <li key={scope}>{scopeLabels[scope].name}</li>
        ))}
      </ul>
      {isReplaced && expiresAt && (
        <div className="all-columns">
          <InlineAlert tone="info">
            Replaced. It stays valid until <span className="numbers">{formatMoment(expiresAt)}</span>.
          </InlineAlert>
        </div>
      )}
      <DetailsList
        className={styles["facts"]}
        facts={[
          { label: "Last used", value: lastUsedAt ? formatMoment(lastUsedAt) : "Never" },
          { label: "Networks", value: networks.length > 0 ? networks.join(", ") : "All" },
          { label: "Created", value: formatDay(createdAt) },
          { label: "Expires", value: expiresAt ? formatMoment(expiresAt) : "Never" },
        ]}
      />
      <div className={`wrap gap-2 ${styles["actions"]}`}>
        {!isReplaced && (
          <Button variant="secondary" onClick={() => onOpen("rotate")}>
            Rotate<span className="visually-hidden"> {name}</span>
          </Button>
        )}
        <Button variant="quiet" onClick={() => onOpen("end")}>
          End<span className="visually-hidden"> {name}</span>
        </Button>
      </div>
    </li>
  );
}
