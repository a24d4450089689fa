import { useState } from "react";
import { formatInr } from "../../server/core/money.rules";
import { Button } from "../components/Button";
import { DetailsList, type ListedDetail } from "../components/DetailsList";
import { ConfirmDialog } from "../components/dialog/ConfirmDialog";
import { Dialog } from "../components/dialog/Dialog";
import { Disclosure } from "../components/Disclosure";
import { formatDay, formatMoment } from "../lib/days";
import { EditPartner } from "./EditPartner";
import { type PartnerPartsFragment, useStaffEndPartnerMutation } from "./operations.generated";
import { formatAmount, limitLabels, type LimitName, roleLabels } from "./partnerLabels";
import styles from "./StaffPartner.module.css";
import { useConfirmed } from "./useConfirmed";

interface StaffPartnerProps {
  partner: PartnerPartsFragment;
  /** The standard service fee, in rupees; undefined while it is loading. */
  usualFee: number | undefined;
  onChanged: () => Promise<unknown>;
}

export function StaffPartner({ partner, usualFee, onChanged }: StaffPartnerProps) {
  const { partnerId, name, endedAt } = partner;
  const [open, setOpen] = useState<"edit" | "end">();
  const [endPartner] = useStaffEndPartnerMutation();
  const confirmed = useConfirmed(onChanged);
  const close = () => setOpen(undefined);

  const end = () => confirmed(endPartner({ variables: { input: { partnerId } } }), `${name} has ended`);

  return (
    <li className={`sheet raised pad stack-4 ${styles["partner"]}`}>
      <Head {...partner} />
      {!endedAt && (
        <div className={`wrap gap-2 ${styles["keep"]}`}>
          <Button variant="secondary" onClick={() => setOpen("edit")}>
            Fee and limits<span className="visually-hidden"> of {name}</span>
          </Button>
          <Button variant="quiet" onClick={() => setOpen("end")}>
            End<span className="visually-hidden"> {name}</span>
          </Button>
        </div>
      )}
      <DetailsList className={styles["facts"]} facts={summarise(partner, usualFee)} />
      <Disclosure summary="Members, keys and limits">
        <div className={`stack-4 ${styles["more"]}`}>
          {listDetails(partner).map((facts, at) => (
            <DetailsList key={at} kind="rows" facts={facts} />
          ))}
        </div>
      </Disclosure>
      <Dialog open={open === "edit"} onClose={close} title={`Fee and limits of ${name}`}>
        <EditPartner partner={partner} usualFee={usualFee} onChanged={onChanged} onClose={close} />
      </Dialog>
      <ConfirmDialog
        open={open === "end"}
        onClose={close}
        title={`End ${name}?`}
        keep="Keep it"
        confirm="End the partner"
        act={end}
      >
        <p>
          All its keys are refused from their next request on, for good. Its applications continue, and its
          members can still see its keys and usage.
        </p>
      </ConfirmDialog>
    </li>
  );
}

function Head({ name, email, gstin, createdAt, endedAt }: PartnerPartsFragment) {
  return (
    <div className={styles["top"]}>
      <h2 className="text-l">{name}</h2>
      <p className="small numbers wrap gap-x-4">
        <span>{endedAt ? `Ended ${formatDay(endedAt)}` : `Since ${formatDay(createdAt)}`}</span>
        <span>{email}</span>
        {gstin && <span>GSTIN {gstin}</span>}
      </p>
    </div>
  );
}

const activeKeys = ({ keys }: PartnerPartsFragment) => keys.filter(({ isActive }) => isActive);

function summarise(partner: PartnerPartsFragment, usualFee: number | undefined): ListedDetail[] {
  const { serviceFee, keys, members } = partner;
  const usual = usualFee === undefined ? "" : `${formatInr(usualFee)} `;
  const lastUse = keys
    .map(({ lastUsedAt }) => lastUsedAt ?? "")
    .toSorted()
    .at(-1);
  return [
    { label: "Service fee", value: serviceFee === null ? `${usual}(as for all)` : formatInr(serviceFee) },
    { label: "Active keys", value: activeKeys(partner).length },
    { label: "Last use", value: lastUse ? formatMoment(lastUse) : "Never" },
    { label: "Members", value: members.length },
  ];
}

function listDetails(partner: PartnerPartsFragment): ListedDetail[][] {
  return [
    partner.members.map(({ phoneNumber, role }) => ({
      label: phoneNumber || "No number",
      value: roleLabels[role],
    })),
    activeKeys(partner).map(({ name, start }) => ({ label: name, value: `${start}…`, isCode: true })),
    (Object.keys(limitLabels) as LimitName[]).map((limit) => ({
      label: limitLabels[limit].label,
      value: formatAmount(partner.limits[limit], limitLabels[limit].isBytes),
    })),
  ];
}
