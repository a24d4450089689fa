import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from "react";
import { oncePageAnswers } from "../../lib/pageAnswers";
import type { ToastMessage } from "./toastView";
import styles from "./Toast.module.css";

interface Toasts {
  /** Shows a success for 7 s; announced politely. */
  success: (message: string) => void;
  /** Shows an error until it is closed; announced assertively. */
  error: (message: string) => void;
  announce: (message: string) => void;
  /** Removes the success messages on screen. */
  clearSuccesses: () => void;
  /** Removes all messages, because they may name the user who has logged out. */
  clearAll: () => void;
}

const ToastContext = createContext<Toasts | undefined>(undefined);

const maxSuccesses = 2;

/** Keeps all errors, but only the newest two successes. A repeated text replaces the earlier message. */
function withNewest(present: ToastMessage[], message: ToastMessage): ToastMessage[] {
  const others = present.filter(({ text }) => text !== message.text);
  const successes = others.filter(({ isError }) => !isError);
  const tooOld = message.isError ? [] : successes.slice(0, Math.max(0, successes.length + 1 - maxSuccesses));
  return [...others.filter((other) => !tooOld.includes(other)), message];
}

/** Renders the toasts in two live regions, which have to exist before their first message. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [messages, setMessages] = useState<ToastMessage[]>([]);
  const [spoken, setSpoken] = useState("");
  const nextId = useRef(0);

  const show = useCallback((text: string, isError: boolean) => {
    nextId.current += 1;
    const message = { id: nextId.current, text, isError };
    setMessages((present) => withNewest(present, message));
  }, []);
  const close = useCallback(
    (id: number) => setMessages((present) => present.filter((message) => message.id !== id)),
    [],
  );

  const toasts = useMemo<Toasts>(
    () => ({
      success: (message) => show(message, false),
      error: (message) => show(message, true),
      clearSuccesses: () => setMessages((present) => present.filter(({ isError }) => isError)),
      clearAll: () => {
        const last = nextId.current;
        // Later, because React would otherwise render the next user's page before Apollo clears its cache.
        queueMicrotask(() => {
          setMessages((present) => present.filter(({ id }) => id > last));
          setSpoken("");
        });
      },
      // A no-break space makes a repeated announcement differ, so that it is spoken again.
      announce: (message) => setSpoken((last) => (last === message ? `${message}\u00a0` : message)),
    }),
    [show],
  );

  const stack = useRef<HTMLDivElement>(null);
  const view = useToastView(messages.length > 0);

  const list = (isError: boolean) =>
    messages
      .filter((message) => message.isError === isError)
      .map((message) =>
        view ? (
          <view.Toast key={message.id} message={message} onClose={() => close(message.id)} />
        ) : (
          <p key={message.id}>{message.text}</p>
        ),
      );

  return (
    <ToastContext value={toasts}>
      {children}
      <div ref={stack} className={styles["stack"]}>
        <div role="status" aria-live="polite">
          {list(false)}
        </div>
        <div role="alert" aria-live="assertive">
          {list(true)}
        </div>
      </div>
      {view && <view.ToastPlace stack={stack} messages={messages} />}
      <p className="visually-hidden" aria-live="polite">
        {spoken}
      </p>
    </ToastContext>
  );
}

/**
 * Loads the toasts' component after the page's data, because most visits show none. Until then, toasts are plain text.
 */
function useToastView(isNeeded: boolean) {
  const [view, setView] = useState<typeof import("./toastView")>();
  useEffect(() => {
    const load = () => void import("./toastView").then(setView).catch(() => undefined);
    if (isNeeded) load();
    else oncePageAnswers(load);
  }, [isNeeded]);
  return view;
}

export function useToast(): Toasts {
  const toasts = useContext(ToastContext);
  if (!toasts) throw new Error("useToast needs a ToastProvider above it");
  return toasts;
}

export function useAnnounce(): (message: string) => void {
  return useToast().announce;
}
