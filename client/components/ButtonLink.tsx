import { Link, type LinkProps } from "react-router-dom";
import { classes } from "../lib/classes";
import type { ButtonVariant } from "./Button";
import styles from "./Button.module.css";

interface ButtonLinkProps extends LinkProps {
  variant?: ButtonVariant;
  wide?: boolean;
}

/** A link that looks like a button. */
export function ButtonLink({ variant = "primary", wide, className, ...rest }: ButtonLinkProps) {
  return (
    <Link
      {...rest}
      className={classes(styles["button"], styles[variant], wide && styles["wide"], className)}
    />
  );
}
