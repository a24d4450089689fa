import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { useToast } from "../components/feedback/ToastProvider";
import { useIsHydrated } from "../lib/hooks";
import { listen } from "../lib/listen";
import { oncePageAnswers } from "../lib/pageAnswers";
import { useAddressQuery, withParameter } from "../lib/useAddressQuery";
import { closeLoginStep, findLoginStep } from "./storedLoginStep";
import { getSession, onSessionEnd, onSessionExpired, useSession, useSessionExpired } from "./session";
import { useLoginDialog } from "./useLoginDialog";

export interface LoginOptions {
  /** Why a login is required, if the user did not request it. */
  reason?: string;
  /** Runs after the login, instead of navigating to the remembered page. */
  onLoggedIn?: () => void;
  /** Called if the dialog is closed without a login. */
  onCancelled?: () => void;
}

/** State of the history entry that replaced a page that requires a login. */
export interface LoginState {
  /** The page, and the user who was logged in before; only that user is returned to it. */
  target: { path: string; userId: string | undefined };
}

/** Shown on the page on which the session expired, and in the login dialog. */
export const sessionEndedText =
  "Your session has ended. Log in again to continue; what you entered is saved.";

interface Login {
  openLogin: (options?: LoginOptions) => void;
}

const LoginContext = createContext<Login | undefined>(undefined);

/** Provides the login dialog. It opens on request, for `?login=1`, and when the session expires. */
export function LoginProvider({ children }: { children: ReactNode }) {
  const [login, wanted, takeOptions] = useWantedLogin();
  const [query, changeQuery] = useAddressQuery();
  // Ignores the query until hydration, because the server renders pages without it.
  const isHydrated = useIsHydrated();
  const isLoggedIn = useSession() !== undefined;
  const isAsked = isHydrated && query.get("login") === "1" && !isLoggedIn;
  const isOpen = Boolean(wanted) || isAsked;
  const navigate = useNavigate();
  const target = (useLocation().state as LoginState | null)?.target;
  const toast = useToast();

  useFocusWhenClosed(isOpen);
  const close = () => {
    const taken = takeOptions();
    // The new history entry has no target, so that no later login opens it.
    if (isAsked || target) changeQuery((present) => withParameter(present, "login"), { replace: true });
    return taken;
  };
  const cancel = () => {
    closeLoginStep();
    close().onCancelled?.();
  };
  const LoginDialog = useLoginDialog(isOpen, (message) => {
    toast.error(message);
    cancel();
  });

  useEffect(() => onSessionEnd(toast.clearAll), [toast]);
  useEffect(() => oncePageAnswers(sweepOldDrafts), []);

  return (
    <LoginContext value={login}>
      {children}
      {LoginDialog && (
        <LoginDialog
          open={isOpen}
          reason={wanted?.reason}
          onClose={cancel}
          onLoggedIn={() => {
            const { onLoggedIn } = close();
            toast.success("You are logged in");
            if (onLoggedIn) return onLoggedIn();
            const isTheirs = !target?.userId || target.userId === getSession()?.userId;
            if (target && isTheirs) void navigate(target.path);
          }}
        />
      )}
    </LoginContext>
  );
}

/** Stores whether to show the dialog, which a page, an expired session or a reload during the login can request. */
function useWantedLogin() {
  const [wanted, setWanted] = useState<{ reason?: string }>();
  const options = useRef<LoginOptions>({});

  const [login] = useState<Login>(() => ({
    openLogin: (given = {}) => {
      options.current = given;
      setWanted({ reason: given.reason });
    },
  }));
  /** Ends the request for the dialog, and returns the options that were passed with it. */
  const takeOptions = () => {
    const taken = options.current;
    options.current = {};
    setWanted(undefined);
    return taken;
  };

  // Keeps the options of a page that already waits for a login.
  useEffect(() => onSessionExpired(() => setWanted({ reason: sessionEndedText })), []);

  // Resumes the login after a reload, because phones may discard the page while the SMS is read.
  useEffect(() => {
    if (findLoginStep()?.isOpen && !getSession()) setWanted({});
  }, []);

  const dropOptions = useEffectEvent(() => {
    closeLoginStep();
    takeOptions().onCancelled?.();
  });
  // Browser Back leaves the page that requested the login, so its options are dropped. Without a request, the page that
  // Back has just opened may request one.
  const leave = useEffectEvent(() => (wanted ? dropOptions() : closeLoginStep()));
  useEffect(() => listen(window, ["popstate"], () => leave()), []);

  // Closes the dialog after a login or logout in another tab. After a login in this tab, no options are left to drop.
  const isExpired = useSessionExpired();
  const isLoggedIn = useSession() !== undefined;
  useEffect(() => (isExpired ? () => dropOptions() : undefined), [isExpired]);
  useEffect(() => {
    if (isLoggedIn) dropOptions();
  }, [isLoggedIn]);

  return [login, wanted, takeOptions] as const;
}

export function useLogin(): Login {
  const login = useContext(LoginContext);
  if (!login) throw new Error("useLogin needs a LoginProvider above it");
  return login;
}

/** Moves the focus to the page when the dialog closes, because a login removes the button that opened it. */
function useFocusWhenClosed(isOpen: boolean): void {
  const wasOpen = useRef(false);
  useEffect(() => {
    const hasClosed = wasOpen.current && !isOpen;
    wasOpen.current = isOpen;
    if (hasClosed && document.activeElement === document.body)
      document.querySelector<HTMLElement>("main")?.focus({ preventScroll: true });
  }, [isOpen]);
}

/** Erases expired drafts and those of other users on every visit, regardless of the first page. */
function sweepOldDrafts(): void {
  import("../lib/drafts/draftRecords")
    .then(({ sweepDrafts }) => sweepDrafts(getSession()?.userId))
    .catch(() => undefined);
}
