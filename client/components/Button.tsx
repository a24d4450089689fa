import { type ComponentProps, type ReactNode, useLayoutEffect, useRef } from "react";
import { Link, type LinkProps } from "react-router-dom";
import { classes } from "../lib/classes";
import styles from "./Button.module.css";

export type ButtonVariant = "primary" | "secondary" | "quiet" | "danger";

interface ButtonProps extends ComponentProps<"button"> {
  variant?: ButtonVariant;
  /** Shows `Loading...` and disables the button. */
  busy?: boolean;
  wide?: boolean;
}

export function Button({ variant = "primary", busy, wide, className, children, ...rest }: ButtonProps) {
  const own = useRef<HTMLButtonElement>(null);
  const hadFocus = useRef(false);
  const isOff = Boolean(busy || rest.disabled);

  // Restores the focus, which a button loses when it is disabled, unless another element had it then or has it now.
  useLayoutEffect(() => {
    const isTaken = ![own.current, document.body].includes(document.activeElement as HTMLElement);
    if (!isOff && hadFocus.current && !isTaken) own.current?.focus();
    if (isTaken) hadFocus.current = false;
  }, [isOff]);

  return (
    <button
      ref={own}
      type="button"
      {...rest}
      onFocus={(event) => {
        hadFocus.current = true;
        rest.onFocus?.(event);
      }}
      onBlur={(event) => {
        if (!isOff && event.relatedTarget) hadFocus.current = false;
        rest.onBlur?.(event);
      }}
      disabled={isOff}
      aria-busy={busy || undefined}
      className={classes(styles["button"], styles[variant], wide && styles["wide"], className)}
    >
      {busy ? "Loading..." : children}
    </button>
  );
}

interface ButtonLinkProps extends LinkProps {
  variant?: ButtonVariant;
  wide?: boolean;
}

export function ButtonLink({ variant = "primary", wide, className, ...rest }: ButtonLinkProps) {
  return (
    <Link
      {...rest}
      className={classes(styles["button"], styles[variant], wide && styles["wide"], className)}
    />
  );
}

interface ButtonGroupProps {
  /**
   * `form`: the buttons that end a form or a dialog. `page`: actions on a page. `part`: actions on a part of a page.
   * The primary button is last; on a page it is first.
   */
  kind?: "form" | "page" | "part";
  className?: string;
  children: ReactNode;
}

export function ButtonGroup({ kind = "form", className, children }: ButtonGroupProps) {
  return <div className={classes("wrap gap-3", styles[kind], className)}>{children}</div>;
}
