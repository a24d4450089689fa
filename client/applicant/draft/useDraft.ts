import { useEffect, useEffectEvent, useRef, useState } from "react";
import dayjs from "dayjs";
import { useAnnounce } from "../../components/feedback/ToastProvider";
import type { DraftPlace } from "../../lib/drafts/draftRecords";
import { canKeepDrafts } from "../../lib/drafts/draftStore";
import { findApplicantDraft, type ApplicantDraft, type RestoredDraft } from "./applicantDraft";
import { DraftWriter } from "./DraftWriter";

const typingPauseMs = 500;
const spokenEveryMs = 30_000;
/** In localStorage, so that a shared computer still keeps nothing after a reload; logging out clears it. */
const offSwitch = "keepNoDraft";

/** Looks once for a draft in that place; `isLooking` until then. */
export function useStoredDraft(place: DraftPlace | undefined) {
  const [found, setFound] = useState<{ for: string; draft: RestoredDraft | undefined }>();
  const wanted = place && `${place.userId} ${place.visaRequestId}`;
  const look = useEffectEvent(async () => (place ? findApplicantDraft(place) : undefined));

  useEffect(() => {
    if (!wanted) return;
    let isCurrent = true;
    void look().then((draft) => isCurrent && setFound({ for: wanted, draft }));
    return () => {
      isCurrent = false;
    };
  }, [wanted]);

  const isFound = found?.for === wanted;
  return {
    isLooking: Boolean(wanted) && !isFound,
    draft: isFound ? found?.draft : undefined,
    /** It was discarded: the form begins anew. */
    forget: () => setFound((present) => present && { ...present, draft: undefined }),
  };
}

/** Whether and since when the form is on this device. */
export type DraftState = { kind: "none" } | { kind: "kept"; savedAt: Date } | { kind: "refused" };

/** Keeps a draft of the form on this device while it is filled in: each file at once, typing after a pause. */
export function useDraftKeeper(place: DraftPlace | undefined, draft: ApplicantDraft, savedAt?: Date) {
  const [state, setState] = useState<DraftState>(() =>
    !canKeepDrafts() ? { kind: "refused" } : savedAt ? { kind: "kept", savedAt } : { kind: "none" },
  );
  const [isOn, setOn] = useState(() => localStorage.getItem(offSwitch) === null);
  const announce = useAnnounce();
  const spokenAt = useRef(0);
  const onWritten = (writtenAt: Date | undefined) => {
    if (!writtenAt) return setState({ kind: "refused" });
    setState({ kind: "kept", savedAt: writtenAt });
    if (writtenAt.getTime() - spokenAt.current < spokenEveryMs) return;
    spokenAt.current = writtenAt.getTime();
    announce(`Saved on this device at ${clockTime(writtenAt)}`);
  };
  const [writer] = useState(() => (place && canKeepDrafts() ? new DraftWriter(place, onWritten) : undefined));

  const text = JSON.stringify([draft.values, draft.later]);
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
    if (isOn && !isFinished.current) writer?.schedule(draft, isTyping ? typingPauseMs : 0);
  });
  useEffect(() => keep(), [text, files, step]);

  useEffect(() => {
    if (!writer) return;
    const flush = () => writer.flush();
    const onVisibility = () => document.visibilityState === "hidden" && flush();
    window.addEventListener("pagehide", flush);
    document.addEventListener("visibilitychange", onVisibility);
    return () => {
      window.removeEventListener("pagehide", flush);
      document.removeEventListener("visibilitychange", onVisibility);
      flush();
    };
  }, [writer]);

  const erase = async () => {
    await writer?.erase();
    setState((present) => (present.kind === "kept" ? { kind: "none" } : present));
  };
  /** Sent, or thrown away: nothing of this form is kept any more. */
  const finish = () => {
    isFinished.current = true;
    return erase();
  };
  const turn = (on: boolean) => {
    setOn(on);
    if (on) localStorage.removeItem(offSwitch);
    else localStorage.setItem(offSwitch, "yes");
    if (!on) return void erase();
    if (isBegun.current && !isFinished.current) writer?.schedule(draft, 0);
  };

  return { state, isOn, turn, finish };
}

export type DraftKeeper = ReturnType<typeof useDraftKeeper>;

/** The time of day, `14:05`. */
export function clockTime(moment: Date): string {
  return dayjs(moment).format("HH:mm");
}
