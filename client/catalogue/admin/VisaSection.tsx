import { useState } from "react";
import { PendingApproval } from "../../approval/PendingApproval";
import { Button } from "../../components/Button";
import { Dialog } from "../../components/dialog/Dialog";
import { EmptyState } from "../../components/feedback/EmptyState";
import { formatInr } from "../../../server/core/money.rules";
import { paths } from "../../paths";
import { choiceLabel, processingDays } from "../visaTexts";
import type { StaffVisaPartsFragment as Visa } from "./operations.generated";
import { PublishDialog } from "./PublishDialog";
import { PublishedChip } from "./PublishedChip";
import type { CatalogueAdmin } from "./useCatalogueAdmin";
import { VisaForm } from "./VisaForm";
import styles from "./VisaSection.module.css";

interface VisaSectionProps {
  visas: Visa[];
  isCountryOn: boolean;
  admin: CatalogueAdmin;
}

/** The visas of a country; each can be edited, published and unpublished. */
export function VisaSection({ visas, isCountryOn, admin }: VisaSectionProps) {
  const [opened, setOpened] = useState<{ visaId: string; what: "edit" | "offer" }>();
  const visa = visas.find(({ visaId }) => visaId === opened?.visaId);
  const close = () => setOpened(undefined);
  return (
    <section aria-labelledby="visas" className={styles["section"]}>
      <h2 id="visas">Visas</h2>
      {visas.length === 0 ? (
        <EmptyState title="No visas" />
      ) : (
        <ul className={styles["list"]}>
          {visas.map((one) => (
            <VisaRow
              key={one.visaId}
              visa={one}
              isShown={isCountryOn && one.isActive}
              onDecided={admin.reload}
              onEdit={() => setOpened({ visaId: one.visaId, what: "edit" })}
              onOffer={() => setOpened({ visaId: one.visaId, what: "offer" })}
            />
          ))}
        </ul>
      )}
      <Dialog open={Boolean(visa) && opened?.what === "edit"} onClose={close} title="Edit visa" kind="wide">
        {visa && <VisaForm key={visa.visaId} visa={visa} admin={admin} onDone={close} />}
      </Dialog>
      <PublishDialog
        open={Boolean(visa) && opened?.what === "offer"}
        onClose={close}
        name={visa?.visaName ?? ""}
        kind="visa"
        isOn={visa?.isActive ?? true}
        isBusy={admin.isBusy}
        save={(isActive) => admin.saveVisa({ visaId: visa!.visaId, version: visa!.version, isActive })}
      />
    </section>
  );
}

interface VisaRowProps {
  visa: Visa;
  /** Whether travellers can see it. */
  isShown: boolean;
  onEdit: () => void;
  onOffer: () => void;
  /** Called after a pending change was approved or declined. */
  onDecided: () => Promise<unknown>;
}

function VisaRow({ visa, isShown, onEdit, onOffer, onDecided }: VisaRowProps) {
  const { visaName, visaUrl, isActive, adultPrice, childPrice } = visa;
  const suffix = <span className="visually-hidden"> – {visaName}</span>;
  const kind = [choiceLabel(visa.visaType), choiceLabel(visa.entry) && `${choiceLabel(visa.entry)} entry`];
  return (
    <li className={styles["row"]}>
      <div className={styles["name"]}>
        <h3>{visaName}</h3>
        <p>{kind.filter(Boolean).join(", ")}</p>
      </div>
      <PublishedChip isOn={isActive} />
      <dl className={styles["facts"]}>
        <div>
          <dt>Adult</dt>
          <dd className="numbers">{formatInr(adultPrice)}</dd>
        </div>
        <div>
          <dt>Child</dt>
          <dd className="numbers">{childPrice === null ? "As an adult" : formatInr(childPrice)}</dd>
        </div>
        <div>
          <dt>Processing</dt>
          <dd className="numbers">{processingDays(visa.processingTime)}</dd>
        </div>
        <div>
          <dt>Stay</dt>
          <dd>{visa.stayPeriod}</dd>
        </div>
        <div>
          <dt>Validity</dt>
          <dd>{visa.validity}</dd>
        </div>
      </dl>
      {visa.approval && (
        <div className={styles["pending"]}>
          <PendingApproval approval={visa.approval} onDecided={onDecided} />
        </div>
      )}
      <div className={styles["rowActions"]}>
        <Button variant="secondary" onClick={onEdit}>
          Edit{suffix}
        </Button>
        <Button variant="quiet" onClick={onOffer}>
          {isActive ? "Unpublish" : "Publish"}
          {suffix}
        </Button>
        {isShown && (
          <a href={paths.visa(visaUrl)} target="_blank" rel="noreferrer" className={styles["seen"]}>
            View the page<span className="visually-hidden"> of {visaName} (opens a new tab)</span>
          </a>
        )}
      </div>
    </li>
  );
}
