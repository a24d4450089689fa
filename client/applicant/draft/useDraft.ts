import { createContext, use, useEffect, useEffectEvent, useRef, useState } from "react";
import { useAnnounce, useToast } from "../../components/feedback/ToastProvider";
import { formatDeviceTime } from "../../lib/days";
import { draftName, type DraftPlace, endsSoon, isStorageSilent } from "../../lib/drafts/draftRecords";
import { canKeepDrafts } from "../../lib/drafts/draftStore";
import { listen } from "../../lib/listen";
import { type FormDraft, isEmptyDraft, keepsDrafts, setKeepsDrafts } from "./unwrittenDraft";
import { DraftWriter, storeOpenDraft } from "./DraftWriter";
import { canLockDrafts, holdDraft } from "../../lib/drafts/draftLock";

const typingPauseMs = 500;
const spokenEveryMs = 30_000;

/**
 * Looks up the draft whenever the form opens or `turn` changes; `isLooking` is true until the search ends. If the
 * browser's storage does not answer, says so and returns no draft.
 */
export function useStoredDraft<Draft>(
  place: DraftPlace | undefined,
  find: (place: DraftPlace) => Promise<Draft | undefined>,
  turn = 1,
) {
  const [found, setFound] = useState<{ for: string; draft: Draft | undefined }>();
  const wanted = place && `${draftName(place)} ${turn}`;
  const toast = useToast();
  const look = useEffectEvent(async () => (place ? find(place) : undefined));

  useEffect(() => {
    if (!wanted) return;
    let isCurrent = true;
    let draft: Draft | undefined;
    void endsSoon(look().then((stored) => (draft = stored))).then(() => {
      if (!isCurrent) return;
      if (isStorageSilent())
        toast.error("We could not check this device for a draft. Reload the page to try again.");
      setFound({ for: wanted, draft });
    });
    return () => {
      isCurrent = false;
      // Forgets the loaded draft, because the form may have stored a newer one by the time it is opened again.
      setFound(undefined);
    };
  }, [wanted, toast]);

  const isFound = found?.for === wanted;
  const replace = (draft: Draft | undefined) => setFound((present) => present && { ...present, draft });
  return {
    isLooking: Boolean(wanted) && !isFound,
    draft: isFound ? found?.draft : undefined,
    replace,
    /** Forgets a discarded draft, so that the form starts empty. */
    forget: () => replace(undefined),
  };
}

export type DraftState = { kind: "none" } | { kind: "kept"; savedAt: Date } | { kind: "refused" };

/** Receives whether the open form is stored as a draft. */
export const DraftsKeptContext = createContext<(isKept: boolean) => void>(() => undefined);

export function useReportKept(isKept: boolean): void {
  const report = use(DraftsKeptContext);
  useEffect(() => report(isKept), [isKept, report]);
}

/** Stores a draft of the form while it is being filled in: files immediately, typing after a pause. */
export function useDraftKeeper(
  place: DraftPlace | undefined,
  version: number,
  draft: FormDraft,
  savedAt?: Date,
) {
  const [state, setState] = useState<DraftState>(() =>
    !canKeepDrafts() ? { kind: "refused" } : savedAt ? { kind: "kept", savedAt } : { kind: "none" },
  );
  const [isOn, setOn] = useState(keepsDrafts);
  const isKept = place !== undefined && isOn && state.kind !== "refused";
  useReportKept(isKept);
  const announce = useAnnounce();
  const spokenAt = useRef(0);
  const onWritten = (writtenAt: Date | undefined) => {
    if (!writtenAt) return setState({ kind: "refused" });
    setState({ kind: "kept", savedAt: writtenAt });
    if (writtenAt.getTime() - spokenAt.current < spokenEveryMs) return;
    spokenAt.current = writtenAt.getTime();
    announce(`Saved on this device at ${formatDeviceTime(writtenAt)}`);
  };
  const [writer] = useState(() =>
    place && canKeepDrafts() ? new DraftWriter(place, version, onWritten) : undefined,
  );

  const text = JSON.stringify([draft.values, draft.later, draft.answers, draft.travelDate]);
  const { files, step } = draft;
  const last = useRef({ text, files, step });
  const isBegun = useRef(savedAt !== undefined);
  const isFinished = useRef(false);
  const keep = useEffectEvent(() => {
    const { text: lastText, files: lastFiles, step: lastStep } = last.current;
    const isTyping = text !== lastText;
    if (!isTyping && files === lastFiles && step === lastStep) return;
    last.current = { text, files, step };
    isBegun.current = true;
    if (!isOn || isFinished.current) return;
    if (isEmptyDraft(draft)) void erase();
    else writer?.schedule(draft, isTyping ? typingPauseMs : 0);
  });
  useEffect(() => keep(), [text, files, step]);

  useWritesOnLeaving(writer);

  const erase = async () => {
    await writer?.erase();
    setState((present) => (present.kind === "kept" ? { kind: "none" } : present));
  };
  /** Erases the draft of a form that has been sent or discarded. The form does not store it again. */
  const finish = () => {
    isFinished.current = true;
    return erase();
  };
  const turn = (on: boolean) => {
    setOn(on);
    setKeepsDrafts(on);
    if (!on) return void erase();
    if (isBegun.current && !isFinished.current) writer?.schedule(draft, 0);
  };

  return { state, isOn, turn, erase, finish };
}

/** Writes pending changes when the form, the tab or the page is left. */
function useWritesOnLeaving(writer: DraftWriter | undefined): void {
  useEffect(() => {
    if (!writer) return;
    writer.open();
    const stops = [
      listen(window, ["pagehide"], () => writer.leave()),
      listen(document, ["visibilitychange"], () => document.visibilityState === "hidden" && writer.flush()),
    ];
    return () => {
      stops.forEach((stop) => stop());
      writer.close();
    };
  }, [writer]);
}

export type DraftKeeper = ReturnType<typeof useDraftKeeper>;

/** Acquires the lock of the draft. If there is no draft or the browser lacks Web Locks, `state` is always "held". */
export function useDraftLock(place: DraftPlace | undefined) {
  const wanted = place && canLockDrafts() ? `${place.userId} ${place.visaRequestId}` : undefined;
  const [state, setState] = useState<"waiting" | "held" | "elsewhere">("waiting");
  /** Number of times this tab has requested the lock. */
  const [turn, setTurn] = useState(1);
  const begin = useEffectEvent(() => {
    if (!place) return undefined;
    return holdDraft(place, {
      takesOver: turn > 1,
      onHeld: () => setState("held"),
      onElsewhere: () => setState("elsewhere"),
      store: () => storeOpenDraft(place),
    });
  });
  useEffect(() => {
    const letGo = wanted ? begin() : undefined;
    return () => {
      letGo?.();
      setState("waiting");
    };
  }, [wanted, turn]);

  return {
    state: wanted ? state : "held",
    turn,
    takeOver: () => {
      setState("waiting");
      setTurn((last) => last + 1);
    },
  };
}
