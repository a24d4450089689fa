import { useState } from "react";
import { Button } from "../../components/Button";
import { ConfirmDialog } from "../../components/dialog/ConfirmDialog";
import { InlineAlert } from "../../components/feedback/InlineAlert";
import { useAnnounce } from "../../components/feedback/ToastProvider";
import section from "../../components/Section.module.css";
import { formatDay } from "../../lib/days";
import { useAttempt } from "../../lib/useAttempt";
import type { KeptPerson } from "./ChooseKept";
import styles from "./KeptApplicants.module.css";
import { useKeptApplicants } from "./useKeptApplicants";

/** A section of the profile: the kept applicants, and a switch for keeping them. Turning it off deletes all of them. */
export function KeptApplicants() {
  const { kept, keep, forget } = useKeptApplicants();
  const [isEnding, setEnding] = useState(false);
  const { problem, isBusy, attempt } = useAttempt();
  const announce = useAnnounce();
  if (!kept) return null;

  const act = async (work: () => Promise<string | undefined>, done: string) => {
    if (await attempt(work)) announce(done);
  };
  const turn = (isOn: boolean) => {
    if (isOn) return void act(() => keep(), "Applicants can be kept");
    if (kept.applicants.length > 0) return setEnding(true);
    return void act(() => forget(), "Applicants are not kept");
  };

  return (
    <section className={`stack-4 ${section["data"]}`} aria-labelledby="kept-applicants">
      <h2 id="kept-applicants">Applicants for your next application</h2>
      <label className="choice">
        <input
          type="checkbox"
          className="tick"
          role="switch"
          checked={kept.isOn === true}
          disabled={isBusy}
          onChange={(event) => turn(event.target.checked)}
        />
        Keep applicants of paid applications if I say so
      </label>
      <p className="small">{kept.consentText}</p>
      {problem && <InlineAlert>{problem}</InlineAlert>}
      {kept.applicants.length > 0 && (
        <ul className="stack-2">
          {kept.applicants.map((person) => (
            <KeptApplicant
              key={person.keptApplicantId}
              person={person}
              isBusy={isBusy}
              onDelete={() =>
                void act(() => forget([person.keptApplicantId]), `${person.firstName} was deleted`)
              }
            />
          ))}
        </ul>
      )}
      <ConfirmDialog
        open={isEnding}
        onClose={() => setEnding(false)}
        title="Delete all kept applicants?"
        keep="Keep them"
        confirm="Delete them"
        act={() => forget()}
      >
        <p>
          Their details, photos and passport pages are deleted here. Applications that you have sent do not
          change.
        </p>
      </ConfirmDialog>
    </section>
  );
}

interface KeptApplicantProps {
  person: KeptPerson;
  isBusy: boolean;
  onDelete: () => void;
}

function KeptApplicant({ person, isBusy, onDelete }: KeptApplicantProps) {
  const name = `${person.firstName} ${person.lastName}`;
  return (
    <li className={`cluster spread anywhere ${styles["person"]}`}>
      <span>
        <strong>{name}</strong>
        <span className="small muted numbers"> until {formatDay(person.passportExpireDate)}</span>
      </span>
      <Button variant="quiet" disabled={isBusy} onClick={onDelete}>
        Delete<span className="visually-hidden"> {name}</span>
      </Button>
    </li>
  );
}
