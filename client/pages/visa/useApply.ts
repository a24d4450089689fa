import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { useLogin } from "../../auth/LoginProvider";
import { type ApplyIntent, dropApplyIntent, findApplyIntent, saveApplyIntent } from "../../auth/pending";
import { getSession } from "../../auth/session";
import { useAnnounce } from "../../components/feedback/ToastProvider";
import { paths } from "../../paths";
import type { StartedRequest } from "./StartedBefore";
import { networkError } from "../../transport/TransportError";

const failed = "We could not start your application. Please try again.";

/** With it comes Apollo: the page has neither until somebody is about to apply. */
const loadCreation = () => import("./createVisaRequest");
const prefetch = () => void loadCreation().catch(() => undefined);
const creationMissing = {
  createVisaRequest: async () => ({ failure: `${failed} (${networkError().message})` }),
};

/**
 * Apply Now: creates the request and opens the wizard; without a login, the dialog comes first and the request is
 * created by itself afterwards. One key for each wish, so that a double click or a retry makes one request.
 */
export function useApply(visaId: string) {
  const { openLogin } = useLogin();
  const navigate = useNavigate();
  const announce = useAnnounce();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [started, setStarted] = useState<{ request: StartedRequest; intent: ApplyIntent; isOpen: boolean }>();
  const isRunning = useRef(false);
  const lastIntent = useRef<ApplyIntent>(undefined);

  /** A key stands for one wish: another day of travel is another. */
  const makeIntent = (travelDate: string): ApplyIntent => {
    const last = lastIntent.current;
    if (last?.visaId === visaId && last.travelDate === travelDate) return last;
    return { visaId, travelDate, idempotencyKey: crypto.randomUUID() };
  };

  /** Keeps the wish for a reload; not once it has failed, or a later visit would apply by itself. */
  const saveIntent = (intent: ApplyIntent) => {
    lastIntent.current = intent;
    saveApplyIntent(intent);
  };

  const create = async (intent: ApplyIntent, { unlessStarted = true } = {}) => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    announce("Loading...");
    setFailure(undefined);
    saveIntent(intent);
    const { createVisaRequest } = await loadCreation().catch(() => creationMissing);
    const outcome = await createVisaRequest(intent, { failed, unlessStarted });
    isRunning.current = false;
    setBusy(false);
    if ("isLoggedOut" in outcome) return logInFirst(intent);
    dropApplyIntent();
    if ("failure" in outcome) return setFailure(outcome.failure);
    if ("started" in outcome) return setStarted({ request: outcome.started, intent, isOpen: true });
    lastIntent.current = undefined;
    void navigate(paths.visarequest(outcome.visaRequestId));
  };

  const logInFirst = (intent: ApplyIntent) => {
    saveIntent(intent);
    openLogin({ onLoggedIn: () => void create(intent), onCancelled: dropApplyIntent });
  };

  const begin = (intent: ApplyIntent) => {
    // Not as of the last render: the first one over the server's HTML knows of no session.
    if (getSession()) void create(intent);
    else logInFirst(intent);
  };

  // A reload in the middle (phones drop the page while the SMS is read) goes on where it was.
  const resume = useRef(begin);
  useEffect(() => {
    resume.current = begin;
  });
  useEffect(() => {
    const intent = findApplyIntent(visaId);
    if (intent) resume.current(intent);
  }, [visaId]);

  const dismiss = () => setStarted((present) => present && { ...present, isOpen: false });

  return {
    apply: (travelDate: string) => begin(makeIntent(travelDate)),
    prefetch,
    isBusy,
    failure,
    /** An application for this visa that the account has already, and what to do about it. */
    started: started && {
      request: started.request,
      newDate: started.intent.travelDate,
      open: started.isOpen,
      onStartAnother: () => {
        dismiss();
        void create(started.intent, { unlessStarted: false });
      },
      onClose: dismiss,
    },
  };
}
