import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { useLogin } from "../../auth/LoginProvider";
import { type ApplyIntent, dropApplyIntent, findApplyIntent, saveApplyIntent } from "../../auth/pending";
import { useSession } from "../../auth/session";
import { useAnnounce } from "../../components/feedback/ToastProvider";
import { errorCode, errorMessage } from "../../lib/errorMessage";
import { paths } from "../../paths";
import { useCreateVisaRequestMutation } from "./operations.generated";

const failed = "We could not start your application. Please try again.";

const failureText = (error: unknown) => {
  const code = errorCode(error);
  if (code === "RATE_LIMITED") return errorMessage(error);
  return code ? failed : `${failed} (${errorMessage(error)})`;
};

/**
 * Apply Now: creates the request and opens the wizard; without a login, the dialog comes first and the request is
 * created by itself afterwards. One key for each wish, so that a double click or a retry makes one request.
 */
export function useApply(visaId: string, travelDate: string | undefined) {
  const session = useSession();
  const { openLogin } = useLogin();
  const navigate = useNavigate();
  const announce = useAnnounce();
  const [createVisaRequest] = useCreateVisaRequestMutation();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const isRunning = useRef(false);
  const lastIntent = useRef<ApplyIntent>(undefined);

  /** A key stands for one wish: another day of travel is another. */
  const makeIntent = (): ApplyIntent => {
    const last = lastIntent.current;
    if (last?.visaId === visaId && last.travelDate === travelDate) return last;
    return { visaId, idempotencyKey: crypto.randomUUID(), ...(travelDate && { travelDate }) };
  };

  /** Keeps the wish for a reload; not once it has failed, or a later visit would apply by itself. */
  const saveIntent = (intent: ApplyIntent) => {
    lastIntent.current = intent;
    saveApplyIntent(intent);
  };

  const create = async (intent: ApplyIntent) => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    announce("Loading...");
    setFailure(undefined);
    saveIntent(intent);
    try {
      const { data } = await createVisaRequest({ variables: { input: intent } });
      dropApplyIntent();
      lastIntent.current = undefined;
      const response = data?.createVisaRequest;
      if (response?.visaRequest) void navigate(paths.visarequest(response.visaRequest.visaRequestId));
      else setFailure(response?.userErrors[0]?.message ?? failed);
    } catch (error) {
      if (errorCode(error) === "UNAUTHENTICATED") return logInFirst(intent);
      dropApplyIntent();
      setFailure(failureText(error));
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  };

  const logInFirst = (intent: ApplyIntent) => {
    saveIntent(intent);
    openLogin({ onLoggedIn: () => void create(intent), onCancelled: dropApplyIntent });
  };

  const begin = (intent: ApplyIntent) => {
    if (session) void create(intent);
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

  return { apply: () => begin(makeIntent()), isBusy, failure };
}
