import { type ReactNode, useEffect, useRef, useState } from "react";
import { Button, ButtonGroup } from "../components/Button";
import { InlineAlert } from "../components/feedback/InlineAlert";
import { useToast } from "../components/feedback/ToastProvider";
import styles from "./ShownKey.module.css";

interface ShownSecretProps {
  what: "key" | "secret";
  secret: string;
  onClose: () => void;
  children: ReactNode;
}

/** A new key, and where programs send it. */
export function ShownKey({
  address,
  ...props
}: Omit<ShownSecretProps, "what" | "children"> & { address: string }) {
  return (
    <ShownSecret what="key" {...props}>
      Send it with each request to <code className={styles["code"]}>{address}</code>, as{" "}
      <code className={styles["code"]}>Authorization: Bearer …</code>
    </ShownSecret>
  );
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
      // Not over https, or blocked by the browser.
      toast.error(`Your browser did not let us copy it. Please select the ${what} and copy it.`);
    }
  };
  return (
    <div className="stack-4">
      <InlineAlert tone="warning">
        Store the {what} now, where only your program can read it. We keep no copy and cannot show it again.
      </InlineAlert>
      <p ref={shown} className={styles["secret"]} tabIndex={-1}>
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
