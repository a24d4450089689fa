import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { useLogin } from "../../auth/LoginProvider";
import { type ApplyIntent, dropApplyIntent, findApplyIntent, saveApplyIntent } from "../../auth/pending";
import { getSession } from "../../auth/session";
import { useToast } from "../../components/feedback/ToastProvider";
import type { StartedRequest } from "./StartedBefore";
import { useHasLeft } from "../../lib/hooks";
import { reloadForMissingChunk } from "../../lib/missingChunk";
import { networkError } from "../../transport/sendJson";

const failed = "We could not start your application. Please try again.";
/** Shown on another page if the visitor has left the visa's page. */
const startedText = "Your application was started. Continue it under All applications.";

/** Loaded with Apollo only when the visitor is about to apply. */
const loadCreation = () => import("./createVisaRequest");
const prefetch = () => void loadCreation().catch(() => undefined);
const creationMissing = (error: unknown) => ({
  createVisaRequest: async () => ({ failure: `${failed} (${networkError().message})`, error }),
});

/**
 * Handles Apply Now: creates the request and opens the wizard. Without a session, the login dialog opens first and the
 * request is created afterwards. Each intent has one idempotency key, so a double click or a retry creates only one
 * request.
 */
export function useApply(visaId: string) {
  const { openLogin } = useLogin();
  const navigate = useNavigate();
  const toast = useToast();
  const hasLeft = useHasLeft();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const startedBefore = useStartedBefore((intent) => void create(intent, { unlessStarted: false }));
  const isRunning = useRef(false);
  const intents = useIntents(visaId);

  const create = async (intent: ApplyIntent, { unlessStarted = true } = {}) => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    toast.announce("Loading...");
    setFailure(undefined);
    intents.save(intent);
    const { createVisaRequest } = await loadCreation().catch(creationMissing);
    const outcome = await createVisaRequest(intent, { failed, unlessStarted });
    isRunning.current = false;
    setBusy(false);
    if ("isLoggedOut" in outcome) return hasLeft() ? dropApplyIntent() : logInFirst(intent);
    // Keeps the stored intent, because the reloaded page resumes it.
    if ("failure" in outcome && !hasLeft() && reloadForMissingChunk(outcome.error)) return;
    dropApplyIntent();
    if (hasLeft()) return "to" in outcome ? toast.success(startedText) : undefined;
    if ("failure" in outcome) return setFailure(outcome.failure);
    if ("started" in outcome) return startedBefore.ask(outcome.started, intent);
    intents.forget();
    void navigate(outcome.to);
  };

  const logInFirst = (intent: ApplyIntent) => {
    intents.save(intent);
    openLogin({ onLoggedIn: () => void create(intent), onCancelled: dropApplyIntent });
  };

  const begin = (intent: ApplyIntent) => {
    // Reads the session directly, because hydration renders without it.
    if (getSession()) void create(intent);
    else logInFirst(intent);
  };

  // Resumes after a reload, because phones may discard the page while the SMS is read.
  const resume = useEffectEvent(begin);
  useEffect(() => {
    const intent = findApplyIntent(visaId);
    if (intent) resume(intent);
  }, [visaId]);

  return {
    apply: (travelDate: string) => begin(intents.make(travelDate)),
    prefetch,
    isBusy,
    failure,
    started: startedBefore.question,
  };
}

/** State of the question whether to continue an existing application for this visa. */
function useStartedBefore(startAnother: (intent: ApplyIntent) => void) {
  const [started, setStarted] = useState<{ request: StartedRequest; intent: ApplyIntent; isOpen: boolean }>();
  const dismiss = () => setStarted((present) => present && { ...present, isOpen: false });
  return {
    ask: (request: StartedRequest, intent: ApplyIntent) => setStarted({ request, intent, isOpen: true }),
    /** The props of `StartedBefore`; undefined until the question is asked. */
    question: started && {
      request: started.request,
      newDate: started.intent.travelDate,
      open: started.isOpen,
      onStartAnother: () => {
        dismiss();
        startAnother(started.intent);
      },
      onClose: dismiss,
    },
  };
}

/** Creates and stores the intents to apply for a visa. */
function useIntents(visaId: string) {
  const lastIntent = useRef<ApplyIntent>(undefined);

  /** Returns the last intent, or a new one with its own idempotency key if the travel date has changed. */
  const make = (travelDate: string): ApplyIntent => {
    const last = lastIntent.current;
    if (last?.visaId === visaId && last.travelDate === travelDate) return last;
    return { visaId, travelDate, idempotencyKey: crypto.randomUUID() };
  };

  /** Stores the intent, so that it survives a reload. */
  const save = (intent: ApplyIntent) => {
    lastIntent.current = intent;
    saveApplyIntent(intent);
  };

  /** Forgets the intent after a success, so that applying again for the same date creates another request. */
  const forget = () => {
    lastIntent.current = undefined;
  };

  return { make, save, forget };
}
