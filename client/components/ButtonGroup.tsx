import type { ReactNode } from "react";
import { classes } from "../lib/classes";
import styles from "./ButtonGroup.module.css";

interface ButtonGroupProps {
  /** `form`: the buttons that end a form or a dialog, the primary one last. `page`: what can be done with a page. */
  kind?: "form" | "page";
  className?: string;
  children: ReactNode;
}

/** Buttons that belong together, all of one width. */
export function ButtonGroup({ kind = "form", className, children }: ButtonGroupProps) {
  return <div className={classes(styles[kind], className)}>{children}</div>;
}
