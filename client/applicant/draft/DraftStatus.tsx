import { useId, useState } from "react";
import { Button } from "../../components/Button";
import { Dialog } from "../../components/dialog/Dialog";
import { Icon } from "../../components/Icon";
import { formatDeviceDay, formatDeviceTime } from "../../lib/days";
import { canKeepDrafts } from "../../lib/drafts/draftStore";
import styles from "./DraftStatus.module.css";
import type { DraftKeeper } from "./useDraft";

/** Shown next to the form: whether the draft is saved on this device, and a switch to turn saving on or off. */
export function DraftStatus(props: {
  keeper: DraftKeeper;
  /** Undefined if the notice above the form has the button that discards the draft. */
  onDiscard: (() => void) | undefined;
  /** Called after the switch was turned, e.g. to store or erase a plan. */
  onTurn?: () => void;
  isInert: boolean;
  heading?: "h2" | "h3" | "h4";
  person?: string;
}) {
  const { state, isOn, turn } = props.keeper;
  const { heading: Heading = "h2" } = props;
  const titleId = useId();
  return (
    <section className="sheet pad stack-2 items-start" aria-labelledby={titleId} inert={props.isInert}>
      <Heading id={titleId} className="text-l">
        Your draft
        {props.person && <span className="visually-hidden"> for {props.person}</span>}
      </Heading>
      <StorageNote state={state} isOn={isOn} />
      {canKeepDrafts() && (
        <>
          <label className={`row gap-3 ${styles["switch"]}`}>
            <input
              type="checkbox"
              role="switch"
              checked={isOn}
              onChange={(event) => {
                turn(event.target.checked);
                props.onTurn?.();
              }}
            />
            <span>Keep this draft on this device</span>
          </label>
          <p className="small">
            Switch it off on a shared computer. A draft is erased when you send it, cancel or pay, when
            another account logs in here, and after 7 days. At logout, we ask whether to keep it.
          </p>
        </>
      )}
      {state.kind === "kept" && props.onDiscard && <DiscardDraft onDiscard={props.onDiscard} />}
    </section>
  );
}

function StorageNote({ state, isOn }: Pick<DraftKeeper, "state" | "isOn">) {
  if (state.kind === "refused")
    return (
      <p className="noted">
        <Icon name="warning" />
        <span>
          This browser cannot keep a draft here. What you enter stays only as long as this page is open.
        </span>
      </p>
    );
  return (
    <p className="noted">
      <Icon name={state.kind === "kept" ? "check" : "info"} />
      <span className="numbers">
        {state.kind === "kept"
          ? `Saved on this device at ${formatDeviceTime(state.savedAt)}`
          : isOn
            ? "What you enter is kept on this device, encrypted, until you send it."
            : "Nothing is kept on this device. Closing this page loses what you entered."}
      </span>
    </p>
  );
}

/** Shown above the form after a draft has been restored. */
export function RestoredNotice({ savedAt, onDiscard }: { savedAt: Date; onDiscard: () => void }) {
  return (
    <div className={`cluster spread ${styles["restored"]}`}>
      <p className="numbers">
        We brought back what you entered on {formatDeviceDay(savedAt)} at {formatDeviceTime(savedAt)}.
      </p>
      <DiscardDraft onDiscard={onDiscard} />
    </div>
  );
}

/** Asks for confirmation, because a discarded draft cannot be restored. */
function DiscardDraft({ onDiscard }: { onDiscard: () => void }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button variant="secondary" onClick={() => setAsking(true)}>
        Discard draft
      </Button>
      <Dialog open={isAsking} onClose={() => setAsking(false)} title="Discard this draft?">
        <p>All that you entered for this applicant, files too, is erased from this device.</p>
        <div className={`wrap gap-3 ${styles["choices"]}`}>
          <Button
            variant="danger"
            onClick={() => {
              setAsking(false);
              onDiscard();
            }}
          >
            Discard and start over
          </Button>
          <Button variant="secondary" data-autofocus onClick={() => setAsking(false)}>
            Keep it
          </Button>
        </div>
      </Dialog>
    </>
  );
}
