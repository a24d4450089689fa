import type { ReactNode } from "react";
import { classes } from "../lib/classes";
import styles from "./ButtonGroup.module.css";

interface ButtonGroupProps {
  /**
   * `form`: the buttons at the end of a form or dialog, the primary one last. `page`: the actions of a page.
   */
  kind?: "form" | "page";
  className?: string;
  children: ReactNode;
}

/** A group of buttons with the same width. */
export function ButtonGroup({ kind = "form", className, children }: ButtonGroupProps) {
  return <div className={classes(styles[kind], className)}>{children}</div>;
}
