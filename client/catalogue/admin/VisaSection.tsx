import { useState } from "react";
import { PendingApproval } from "../../approval/PendingApproval";
import { Button } from "../../components/Button";
import { DetailsList } from "../../components/DetailsList";
import { ConfirmDialog } from "../../components/dialog/ConfirmDialog";
import { Dialog } from "../../components/dialog/Dialog";
import { EmptyState } from "../../components/feedback/Skeleton";
import { formatInr } from "../../../server/core/money.rules";
import { Icon } from "../../components/Icon";
import { paths } from "../../paths";
import { choiceLabel, processingDays } from "../visaTexts";
import type {
  StaffCountryPartsFragment as Country,
  StaffVisaPartsFragment as Visa,
} from "./operations.generated";
import { type CatalogueAdmin, problemOf, type SaveOutcome } from "./useCatalogueAdmin";
import { VisaForm } from "./VisaForm";
import styles from "./VisaSection.module.css";
import { useToast } from "../../components/feedback/ToastProvider";
import { PublishedChip } from "../../components/StatusChip";

interface VisaSectionProps {
  country: Country;
  admin: CatalogueAdmin;
}

export function VisaSection({ country, admin }: VisaSectionProps) {
  const { visas } = country;
  const [opened, setOpened] = useState<{ visaId: string; what: "edit" | Publishing }>();
  const visa = visas.find(({ visaId }) => visaId === opened?.visaId);
  const close = () => setOpened(undefined);
  const lead = useLeadVisa(country, admin);
  return (
    <section aria-labelledby="visas" className="stack-4">
      <h2 id="visas">Visas</h2>
      {visas.length === 0 ? (
        <EmptyState title="No visas" />
      ) : (
        <ul className="stack-4">
          {visas.map((one) => (
            <VisaRow
              key={one.visaId}
              visa={one}
              isShown={country.isActive && one.isActive}
              lead={one === lead.visa ? { isChosen: lead.isChosen } : undefined}
              isBusy={admin.isBusy}
              onLead={lead.choose}
              onDecided={admin.reload}
              onEdit={() => setOpened({ visaId: one.visaId, what: "edit" })}
              onPublish={(what) => setOpened({ visaId: one.visaId, what })}
            />
          ))}
        </ul>
      )}
      <Dialog open={Boolean(visa) && opened?.what === "edit"} onClose={close} title="Edit visa" kind="wide">
        {visa && <VisaForm key={visa.visaId} visa={visa} admin={admin} onDone={close} />}
      </Dialog>
      <PublishDialog
        action={visa && opened && opened.what !== "edit" ? opened.what : undefined}
        onClose={close}
        name={visa?.visaName ?? ""}
        kind="visa"
        save={(isActive) => admin.saveVisa({ visaId: visa!.visaId, version: visa!.version, isActive })}
        isPublished={() =>
          admin.readCountry(country.countryUrl)?.visas.find(({ visaId }) => visaId === visa!.visaId)?.isActive
        }
      />
    </section>
  );
}

/** Returns the visa that search and the home page link to, and a function that chooses another one. */
function useLeadVisa({ name, visaCountryId, version, visas, leadVisaUrl }: Country, admin: CatalogueAdmin) {
  const toast = useToast();
  const active = visas.filter(({ isActive }) => isActive);
  const chosen = active.find(({ visaUrl }) => visaUrl === leadVisaUrl);
  return {
    visa: chosen ?? active[0],
    isChosen: Boolean(chosen),
    choose: async (visa: Visa | null) => {
      const input = { visaCountryId, version, leadVisaUrl: visa?.visaUrl ?? null };
      const problem = problemOf(await admin.saveCountry(input));
      if (problem) toast.error(problem);
      else toast.success(`${name} now leads with ${visa?.visaName ?? "its cheapest visa"}`);
    },
  };
}

interface VisaRowProps {
  visa: Visa;
  /** Undefined unless search and the home page link to this visa. */
  lead: { isChosen: boolean } | undefined;
  isBusy: boolean;
  /** Makes a visa the lead visa; null selects the cheapest one. */
  onLead: (visa: Visa | null) => Promise<void>;
  isShown: boolean;
  onEdit: () => void;
  onPublish: (action: Publishing) => void;
  onDecided: () => Promise<unknown>;
}

function VisaRow(props: VisaRowProps) {
  const { visa, lead, onDecided } = props;
  const { visaName, adultPrice, childPrice } = visa;
  const facts = [
    { label: "Adult", value: formatInr(adultPrice) },
    { label: "Child", value: childPrice === null ? "As an adult" : formatInr(childPrice) },
    { label: "Processing", value: processingDays(visa.processingTime) },
    { label: "Stay", value: visa.stayPeriod },
    { label: "Validity", value: visa.validity },
  ];
  const kind = [
    choiceLabel(visa.visaType),
    visa.isTransit && "Transit only",
    choiceLabel(visa.entry) && `${choiceLabel(visa.entry)} entry`,
  ];
  return (
    <li className={`sheet raised pad ${styles["row"]}`}>
      <div>
        <h3>{visaName}</h3>
        <p className="small">{kind.filter(Boolean).join(", ")}</p>
        {lead && (
          <p className={`small ok row gap-1 ${styles["lead"]}`}>
            <Icon name="check" /> Lead visa{!lead.isChosen && ", because it is the cheapest"}
          </p>
        )}
      </div>
      <PublishedChip isOn={visa.isActive} />
      <DetailsList className="all-columns" facts={facts} />
      {visa.approval && (
        <div className="all-columns">
          <PendingApproval approval={visa.approval} onDecided={onDecided} />
        </div>
      )}
      <VisaActions {...props} />
    </li>
  );
}

function VisaActions({ visa, lead, isBusy, onLead, isShown, onEdit, onPublish }: VisaRowProps) {
  const { visaName, isActive } = visa;
  const publishing = isActive ? "unpublish" : "publish";
  const suffix = <span className="visually-hidden"> – {visaName}</span>;
  return (
    <div className={`cluster all-columns ${styles["rowActions"]}`}>
      <Button variant="secondary" onClick={onEdit}>
        Edit{suffix}
      </Button>
      <Button variant="quiet" onClick={() => onPublish(publishing)}>
        {publishingVerbs[publishing]}
        {suffix}
      </Button>
      {isActive && !(lead && !lead.isChosen) && (
        <Button variant="quiet" disabled={isBusy} onClick={() => void onLead(lead ? null : visa)}>
          {lead ? "Lead with the cheapest" : "Make lead visa"}
          {suffix}
        </Button>
      )}
      {isShown && (
        <a
          href={paths.visa(visa.visaUrl)}
          target="_blank"
          rel="noreferrer"
          className={`touch ${styles["seen"]}`}
        >
          View the page<span className="visually-hidden"> of {visaName} (opens a new tab)</span>
        </a>
      )}
    </div>
  );
}

/** The action that the editor chose, regardless of other editors' changes since the dialog opened. */
export type Publishing = "publish" | "unpublish";

export const publishingVerbs = { publish: "Publish", unpublish: "Unpublish" } as const;

interface PublishDialogProps {
  /** Undefined if the dialog is closed. */
  action: Publishing | undefined;
  onClose: () => void;
  name: string;
  kind: "country" | "visa";
  save: (isOn: boolean) => Promise<SaveOutcome>;
  /** Returns the current state, e.g. after a conflict has loaded it. */
  isPublished: () => boolean | undefined;
}

export function PublishDialog({ action, onClose, name, kind, save, isPublished }: PublishDialogProps) {
  const toast = useToast();
  const isOn = action === "publish";
  const verb = publishingVerbs[action ?? "publish"];
  const act = async () => {
    const outcome = await save(isOn);
    const state = isOn ? "published" : "unpublished";
    if (outcome.isSaved) toast.success(`${name} is ${state}`);
    else if (outcome.conflict && isPublished() === isOn) toast.success(`${name} is already ${state}`);
    else return problemOf(outcome);
    return undefined;
  };
  return (
    <ConfirmDialog
      open={action !== undefined}
      onClose={onClose}
      title={`${verb} ${name}?`}
      keep="Cancel"
      confirm={verb}
      variant={isOn ? "primary" : "danger"}
      act={act}
    >
      {isOn ? (
        <p>
          Travellers see it at once, at the prices shown here
          {kind === "country" ? ", with those of its visas that are published themselves." : "."}
        </p>
      ) : (
        <ul className="stack-2 bullets">
          <li>
            {kind === "country" ? "The country and all its visas disappear" : "The visa disappears"} at once
            from pages, search, sitemap and API; old links no longer work.
          </li>
          <li>Nobody can start a new application for {kind === "country" ? "its visas" : "it"}.</li>
          <li>Applications already started continue at their price.</li>
        </ul>
      )}
    </ConfirmDialog>
  );
}
