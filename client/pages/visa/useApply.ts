import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { useLogin } from "../../auth/LoginProvider";
import { dropApplyIntent, findApplyIntent, saveApplyIntent } from "../../auth/pending";
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
export function useApply(visaId: string) {
  const session = useSession();
  const { openLogin } = useLogin();
  const navigate = useNavigate();
  const announce = useAnnounce();
  const [createVisaRequest] = useCreateVisaRequestMutation();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const isRunning = useRef(false);
  const intentKey = useRef<string>(undefined);

  /** Keeps the wish for a reload; not once it has failed, or a later visit would apply by itself. */
  const saveIntent = () => {
    const idempotencyKey =
      intentKey.current ?? findApplyIntent(visaId)?.idempotencyKey ?? crypto.randomUUID();
    intentKey.current = idempotencyKey;
    saveApplyIntent({ visaId, idempotencyKey });
    return idempotencyKey;
  };

  const create = async () => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    announce("Loading...");
    setFailure(undefined);
    const idempotencyKey = saveIntent();
    try {
      const { data } = await createVisaRequest({ variables: { input: { visaId, idempotencyKey } } });
      dropApplyIntent();
      intentKey.current = undefined;
      const response = data?.createVisaRequest;
      if (response?.visaRequest) void navigate(paths.visarequest(response.visaRequest.visaRequestId));
      else setFailure(response?.userErrors[0]?.message ?? failed);
    } catch (error) {
      if (errorCode(error) === "UNAUTHENTICATED") return logInFirst();
      dropApplyIntent();
      setFailure(failureText(error));
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  };

  const logInFirst = () => {
    saveIntent();
    openLogin({ onLoggedIn: () => void create(), onCancelled: dropApplyIntent });
  };

  const apply = () => {
    if (session) void create();
    else logInFirst();
  };

  // A reload in the middle (phones drop the page while the SMS is read) goes on where it was.
  const resume = useRef(apply);
  useEffect(() => {
    resume.current = apply;
  });
  useEffect(() => {
    if (findApplyIntent(visaId)) resume.current();
  }, [visaId]);

  return { apply, isBusy, failure };
}
