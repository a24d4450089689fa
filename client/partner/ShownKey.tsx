import { type ReactNode, useEffect, useRef, useState } from "react";
import { Button, ButtonGroup } from "../components/Button";
import { InlineAlert } from "../components/feedback/InlineAlert";
import { useToast } from "../components/feedback/ToastProvider";
import styles from "./Partner.module.css";

interface ShownKeyProps {
  secret: string;
  onClose: () => void;
  address: string;
}

export function ShownKey({ address, ...props }: ShownKeyProps) {
  return (
    <ShownSecret what="key" {...props}>
      Send it with each request to <code>{address}</code>, as <code>Authorization: Bearer …</code>
    </ShownSecret>
  );
}

interface ShownSecretProps extends Omit<ShownKeyProps, "address"> {
  what: "key" | "secret";
  children: ReactNode;
}

/** A new key or secret, with a button that copies it. */
export function ShownSecret({ what, secret, onClose, children }: ShownSecretProps) {
  const toast = useToast();
  const [isCopied, setCopied] = useState(false);
  const shown = useRef<HTMLParagraphElement>(null);
  useEffect(() => shown.current?.focus(), []);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret);
      setCopied(true);
    } catch {
      // Copying fails outside a secure context, or if the browser blocks it.
      toast.error(`Your browser did not let us copy it. Please select the ${what} and copy it.`);
    }
  };
  return (
    <div className="stack-4">
      <InlineAlert tone="warning">
        Store the {what} now, where only your program can read it. We keep no copy and cannot show it again.
      </InlineAlert>
      <p ref={shown} className={`pad anywhere ${styles["secret"]}`} tabIndex={-1}>
        <span className="visually-hidden">The {what}: </span>
        {secret}
      </p>
      <p className="muted">{children}</p>
      <p role="status" className="visually-hidden">
        {isCopied && `The ${what} is copied`}
      </p>
      <ButtonGroup>
        <Button variant="secondary" onClick={onClose}>
          Done
        </Button>
        <Button onClick={() => void copy()}>{isCopied ? "Copied" : `Copy the ${what}`}</Button>
      </ButtonGroup>
    </div>
  );
}
