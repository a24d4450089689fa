import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { useNavigate } from "react-router-dom";
import { useToast } from "../components/feedback/ToastProvider";
import { oncePageAnswers } from "../lib/pageAnswers";
import { useAddressQuery, withParameter } from "../lib/useAddressQuery";
import { closeLoginStep, findLoginStep } from "./storedLoginStep";
import { takeTarget } from "./pending";
import { getSession, onSessionExpired } from "./session";
import { useLoginDialog } from "./useLoginDialog";

export interface LoginOptions {
  /** Why one has to log in, where nobody has asked for it. */
  reason?: string;
  /** What to do after the login, in place of going to the remembered page. */
  onLoggedIn?: () => void;
  /** The dialog was closed without a login. */
  onCancelled?: () => void;
}

/** Said on the page whose session ran out, and in the dialog that opens over it. */
export const sessionEndedText =
  "Your session has ended. Log in again to continue; what you entered is saved.";

interface Login {
  openLogin: (options?: LoginOptions) => void;
}

const LoginContext = createContext<Login | undefined>(undefined);

/** Holds the login dialog; opens it on demand, for `?login=1`, and when the session runs out. */
export function LoginProvider({ children }: { children: ReactNode }) {
  const [wanted, setWanted] = useState<{ reason?: string }>();
  const options = useRef<LoginOptions>({});
  const [query, changeQuery] = useAddressQuery();
  // The HTML of the server knows no query.
  const isHydrated = useIsHydrated();
  const isAsked = isHydrated && query.get("login") === "1";
  const isOpen = Boolean(wanted) || isAsked;
  const navigate = useNavigate();
  const toast = useToast();

  const openLogin = useCallback((given: LoginOptions = {}) => {
    options.current = given;
    setWanted({ reason: given.reason });
  }, []);

  // A page that waits for the login keeps its wish when the session runs out a second time.
  useEffect(() => onSessionExpired(() => setWanted({ reason: sessionEndedText })), []);

  // A reload in the middle (phones drop the page while the SMS is read) goes on where it was.
  useEffect(() => {
    if (findLoginStep()?.isOpen && !getSession()) setWanted({});
  }, []);

  // After a login the button that opened the dialog is gone, and with it the focus.
  const wasOpen = useRef(false);
  useEffect(() => {
    const hasClosed = wasOpen.current && !isOpen;
    wasOpen.current = isOpen;
    if (hasClosed && document.activeElement === document.body)
      document.querySelector<HTMLElement>("main")?.focus({ preventScroll: true });
  }, [isOpen]);

  const takeOptions = () => {
    const taken = options.current;
    options.current = {};
    setWanted(undefined);
    if (isAsked) changeQuery((present) => withParameter(present, "login"), { replace: true });
    return taken;
  };

  const cancel = () => {
    closeLoginStep();
    takeOptions().onCancelled?.();
  };
  const LoginDialog = useLoginDialog(isOpen, (message) => {
    toast.error(message);
    cancel();
  });

  // Each visit, whichever page it begins on, throws away the drafts that are too old.
  useEffect(
    () =>
      oncePageAnswers(() => {
        import("../lib/drafts/draftRecords")
          .then(({ sweepDrafts }) => sweepDrafts(getSession()?.userId))
          .catch(() => undefined);
      }),
    [],
  );

  // Back leaves the page that asked for the login: the wish goes with it.
  useEffect(() => {
    const onBack = () => {
      const { onCancelled } = options.current;
      options.current = {};
      closeLoginStep();
      setWanted(undefined);
      onCancelled?.();
    };
    window.addEventListener("popstate", onBack);
    return () => window.removeEventListener("popstate", onBack);
  }, []);

  const login = useMemo(() => ({ openLogin }), [openLogin]);
  return (
    <LoginContext value={login}>
      {children}
      {LoginDialog && (
        <LoginDialog
          open={isOpen}
          reason={wanted?.reason}
          onClose={cancel}
          onLoggedIn={() => {
            const { onLoggedIn } = takeOptions();
            toast.success("You are logged in");
            if (onLoggedIn) return onLoggedIn();
            const target = takeTarget();
            if (target) void navigate(target);
          }}
        />
      )}
    </LoginContext>
  );
}

/** Opens the login dialog from anywhere. */
export function useLogin(): Login {
  const login = useContext(LoginContext);
  if (!login) throw new Error("useLogin needs a LoginProvider above it");
  return login;
}

const never = () => () => undefined;

/** False on the server and in the first render over its HTML, true from then on. */
function useIsHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
