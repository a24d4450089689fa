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
import { Toast, type ToastMessage } from "./Toast";
import styles from "./Toast.module.css";
import { useToastPlace } from "./useToastPlace";

interface Toasts {
  /** Shows what went well, for 6 s at least; spoken politely. */
  success: (message: string) => void;
  /** Shows what went wrong until it is closed; spoken at once. */
  error: (message: string) => void;
  /** Only speaks. */
  announce: (message: string) => void;
}

const ToastContext = createContext<Toasts | undefined>(undefined);

const mostSuccesses = 2;
/** Pixels between a toast and what has the focus. */
const clearance = 16;

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
      announce: (message) => setSpoken((last) => (last === message ? `${message}\u00a0` : message)),
    }),
    [show],
  );

  const stack = useRef<HTMLDivElement>(null);
  useToastPlace(stack, messages);

  // What has the focus must not lie under a toast (WCAG 2.4.11): the page moves up from under it.
  useEffect(() => {
    if (messages.length === 0) return;
    const uncoverFocus = () => {
      const focused = document.activeElement?.closest("main :is(button, a, input, select, textarea)");
      if (!focused || !stack.current) return;
      const cover = stack.current.getBoundingClientRect();
      const { top, bottom, left, right } = focused.getBoundingClientRect();
      // The stack is as wide as the page; what is beside the toasts in it is in sight.
      const isUnder = [...stack.current.querySelectorAll("[data-toast]")]
        .map((toast) => toast.getBoundingClientRect())
        .some((toast) => left < toast.right && right > toast.left);
      if (isUnder && top < cover.bottom && bottom > cover.top)
        window.scrollBy({ top: bottom - cover.top + clearance });
    };
    uncoverFocus();
    // Not between press and release: the page would move away from under the pointer, and the click be lost.
    let isPressed = false;
    const listeners: Record<string, () => void> = {
      mousedown: () => (isPressed = true),
      mouseup: () => {
        isPressed = false;
        setTimeout(uncoverFocus);
      },
      focusin: () => !isPressed && uncoverFocus(),
    };
    Object.entries(listeners).forEach(([event, listener]) =>
      document.addEventListener(event, listener, true),
    );
    return () =>
      Object.entries(listeners).forEach(([event, listener]) =>
        document.removeEventListener(event, listener, true),
      );
  }, [messages]);

  const list = (isError: boolean) =>
    messages
      .filter((message) => message.isError === isError)
      .map((message) => <Toast key={message.id} message={message} onClose={() => close(message.id)} />);

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
      <p className="visually-hidden" aria-live="polite">
        {spoken}
      </p>
    </ToastContext>
  );
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
