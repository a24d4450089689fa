import { useState } from "react";
import { Button } from "../components/Button";
import { DetailsList } from "../components/DetailsList";
import { ConfirmDialog } from "../components/dialog/ConfirmDialog";
import { Disclosure } from "../components/Disclosure";
import { InlineAlert } from "../components/feedback/InlineAlert";
import { useToast } from "../components/feedback/ToastProvider";
import { formatDay, formatMoment } from "../lib/days";
import { NewKeyDialog } from "./NewKeyDialog";
import {
  type PartnerKeyPartsFragment,
  type PartnerPartsFragment,
  useEndPartnerKeyMutation,
} from "./operations.generated";
import { scopeLabels } from "./partnerLabels";
import styles from "./PartnerKeys.module.css";
import { RotateKeyDialog } from "./RotateKeyDialog";

interface PartnerKeysProps {
  partner: PartnerPartsFragment;
  onChanged: () => Promise<unknown>;
}

/** The keys of a partner: active ones as cards, ended ones in a list. */
export function PartnerKeys({ partner, onChanged }: PartnerKeysProps) {
  const [open, setOpen] = useState<
    { kind: "new" } | { kind: "rotate" | "end"; key: PartnerKeyPartsFragment }
  >();
  const [endKey] = useEndPartnerKeyMutation();
  const toast = useToast();
  const dialog = { onClose: () => setOpen(undefined), onCreated: onChanged };
  const active = partner.keys.filter(({ isActive }) => isActive);
  const maxKeys = partner.limits.keys;
  const places = active.filter(({ isReplaced }) => !isReplaced).length;

  const end = async ({ partnerKeyId, name }: PartnerKeyPartsFragment) => {
    const { data } = await endKey({ variables: { input: { partnerKeyId } } });
    const problem = data?.endPartnerKey.userErrors[0]?.message;
    if (problem) return problem;
    await onChanged();
    toast.success(`The key ${name} has ended`);
    return undefined;
  };

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
      <NewKeyDialog open={open?.kind === "new"} partnerId={partner.partnerId} {...dialog} />
      <RotateKeyDialog rotating={open?.kind === "rotate" ? open.key : undefined} {...dialog} />
      <ConfirmDialog
        open={open?.kind === "end"}
        onClose={dialog.onClose}
        title="End this key?"
        keep="Keep it"
        confirm="End the key"
        act={() => (open?.kind === "end" ? end(open.key) : Promise.resolve(undefined))}
      >
        <p>
          Programs that use <strong>{open?.kind === "end" && open.key.name}</strong> are refused from their
          next request on. An ended key cannot be used again.
        </p>
      </ConfirmDialog>
    </section>
  );
}

function EndedKeys({ of: ended }: { of: readonly PartnerKeyPartsFragment[] }) {
  if (ended.length === 0) return null;
  return (
    <Disclosure summary={ended.length === 1 ? "1 ended key" : `${ended.length} ended keys`}>
      <ul className={styles["ended"]}>
        {ended.map(({ partnerKeyId, name, start, endedAt, expiresAt }) => (
          <li key={partnerKeyId}>
            <span>{name}</span>
            <code className={styles["start"]}>{start}…</code>
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
    <li className={`sheet ${styles["card"]}`}>
      <div className={styles["title"]}>
        <h3>{name}</h3>
        <code className={styles["start"]}>{start}…</code>
      </div>
      <ul className={styles["scopes"]} aria-label="Scopes">
        {scopes.map((scope) => (
          <li key={scope}>{scopeLabels[scope].name}</li>
        ))}
      </ul>
      {isReplaced && expiresAt && (
        <div className={styles["notice"]}>
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
      <div className={styles["actions"]}>
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
