import { useRef } from "react";
import { useLocation } from "react-router-dom";
import { InlineAlert } from "../../components/feedback/InlineAlert";
import { Icon } from "../../components/Icon";
import { useAddressQuery, withParameter } from "../../lib/useAddressQuery";
import type { VisaApplicantStatus } from "../../schemaTypes.generated";
import type { StaffApplicantPartsFragment } from "./operations.generated";
import { TravellerPanel } from "./TravellerPanel";
import styles from "./Travellers.module.css";
import { useCase } from "./useCase";

/** Icons next to the names of applicants who have a decision or need action. */
const icons: Partial<Record<VisaApplicantStatus, { icon: "check" | "cross" | "warning"; label: string }>> = {
  APPROVED: { icon: "check", label: "approved" },
  REJECTED: { icon: "cross", label: "rejected" },
  ACTION_REQUIRED: { icon: "warning", label: "action required" },
};

/** The applicants as tabs. The open tab is in the address, so that it survives a reload. */
export function Travellers({ hasShortcuts }: { hasShortcuts: boolean }) {
  const { applicants } = useCase().staffCase;
  const [query, changeQuery] = useAddressQuery();
  const { state } = useLocation() as { state: unknown };
  const asked = Number(query.get("traveller") ?? 1) - 1;
  const index = applicants[asked] ? asked : 0;
  const applicant = applicants[index];
  const isAlone = applicants.length === 1;

  const show = (place: number) =>
    changeQuery((present) => withParameter(present, "traveller", String(place + 1)), {
      replace: true,
      preventScrollReset: true,
      state,
    });

  return (
    <section id="travellers" tabIndex={-1} aria-labelledby="travellers-title" className="stack-4">
      <h2 id="travellers-title" className={isAlone ? "visually-hidden" : "text-l"}>
        {isAlone ? "Applicant" : `${applicants.length} applicants`}
      </h2>
      {!isAlone && <TravellerTabs applicants={applicants} index={index} onShow={show} />}
      {applicant ? (
        <div
          id="traveller-panel"
          role={isAlone ? undefined : "tabpanel"}
          aria-labelledby={isAlone ? undefined : `traveller-tab-${index + 1}`}
        >
          <TravellerPanel
            key={applicant.visaApplicant.visaApplicantId}
            applicant={applicant}
            hasShortcuts={hasShortcuts}
          />
        </div>
      ) : (
        <InlineAlert tone="info">
          There are no applicants on this application: none were added, or their personal data is no longer
          kept.
        </InlineAlert>
      )}
    </section>
  );
}

interface TravellerTabsProps {
  applicants: readonly StaffApplicantPartsFragment[];
  /** Index of the open tab. */
  index: number;
  onShow: (index: number) => void;
}

/** The tab list (APG), also operated with the arrow keys, Home and End. */
function TravellerTabs({ applicants, index, onShow }: TravellerTabsProps) {
  const tabs = useRef<HTMLDivElement>(null);
  const show = (next: number) => {
    const wrapped = (next + applicants.length) % applicants.length;
    onShow(wrapped);
    tabs.current?.querySelectorAll<HTMLElement>("[role=tab]")[wrapped]?.focus();
  };
  // Moves from the focused tab, because during fast key presses the shown tab lags behind.
  const moveFrom = (place: number): Record<string, number> => ({
    ArrowRight: place + 1,
    ArrowLeft: place - 1,
    Home: 0,
    End: applicants.length - 1,
  });

  return (
    <div ref={tabs} role="tablist" aria-labelledby="travellers-title" className="wrap gap-1">
      {applicants.map(({ visaApplicant }, place) => {
        const badge = icons[visaApplicant.visaApplicantStatus];
        return (
          <button
            key={visaApplicant.visaApplicantId}
            type="button"
            role="tab"
            id={`traveller-tab-${place + 1}`}
            aria-selected={place === index}
            aria-controls="traveller-panel"
            tabIndex={place === index ? 0 : -1}
            className={`touch gap-2 ${styles["tab"]}`}
            onClick={() => show(place)}
            onKeyDown={(event) => {
              // Ignores keys with modifiers, because Alt+Left means browser Back.
              if (event.altKey || event.ctrlKey || event.metaKey) return;
              const next = moveFrom(place)[event.key];
              if (next === undefined) return;
              event.preventDefault();
              show(next);
            }}
          >
            <span className="numbers">{place + 1}</span>
            <span className={styles["tabName"]}>
              {visaApplicant.firstName} {visaApplicant.lastName}
            </span>
            {badge && <Icon name={badge.icon} size={14} />}
            {badge && <span className="visually-hidden">, {badge.label}</span>}
          </button>
        );
      })}
    </div>
  );
}
