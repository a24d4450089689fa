import type { ReactNode } from "react";
import { Button, ButtonGroup } from "../Button";
import { InlineAlert } from "./InlineAlert";

interface ConflictAlertProps {
  /** Undefined if there is no conflict. */
  message: string | undefined;
  children?: ReactNode;
  onLoadTheirs: () => void;
  onSaveMine: () => void;
}

/** Reports that another user saved first. The typed values stay until the user chooses a version. */
export function ConflictAlert({ message, children, onLoadTheirs, onSaveMine }: ConflictAlertProps) {
  if (!message) return null;
  return (
    <InlineAlert tone="warning">
      <div className="stack-3">
        <p>{message}. What you typed is kept.</p>
        {children}
        <ButtonGroup>
          <Button variant="secondary" onClick={onLoadTheirs}>
            Load their version
          </Button>
          <Button variant="secondary" onClick={onSaveMine}>
            Overwrite with mine
          </Button>
        </ButtonGroup>
      </div>
    </InlineAlert>
  );
}
