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
import type { ToastMessage } from "./Toast";
import styles from "./Toast.module.css";

interface Toasts {
  /** Shows what went well, for 6 s at least; spoken politely. */
  success: (message: string) => void;
  /** Shows what went wrong until it is closed; spoken at once. */
  error: (message: string) => void;
  /** Only speaks. */
  announce: (message: string) => void;
  /** Takes away what went well before: something else is wanted now. */
  clearSuccesses: () => void;
}

const ToastContext = createContext<Toasts | undefined>(undefined);

const mostSuccesses = 2;

/** An error waits until it is closed; of what went well the newest are enough. The same words are there once. */
function withNewest(present: ToastMessage[], message: ToastMessage): ToastMessage[] {
  const others = present.filter(({ text }) => text !== message.text);
  const successes = others.filter(({ isError }) => !isError);
  const tooOld = message.isError ? [] : successes.slice(0, Math.max(0, successes.length + 1 - mostSuccesses));
  return [...others.filter((other) => !tooOld.includes(other)), message];
}

/** Holds the two live regions, which are there from the first paint, and the toasts in them. */
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
      // The same words twice must be spoken twice: a no-break space makes them differ.
      clearSuccesses: () => setMessages((present) => present.filter(({ isError }) => isError)),
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
 * How a toast looks and where it stays out of the way: most visits see none, so that comes once the page answers.
 * Undefined until then, and where it cannot be fetched: the words alone will do.
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

/** The toasts of the page. */
export function useToast(): Toasts {
  const toasts = useContext(ToastContext);
  if (!toasts) throw new Error("useToast needs a ToastProvider above it");
  return toasts;
}

/** Speaks a message to screen readers without showing it. */
export function useAnnounce(): (message: string) => void {
  return useToast().announce;
}
