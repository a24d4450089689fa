import type { ReactNode } from "react";
import { classes } from "../lib/classes";
import styles from "./ButtonGroup.module.css";

interface ButtonGroupProps {
  /**
   * `form`: the buttons that end a form or a dialog. `page`: actions on a page. `part`: actions on a part of it.
   * The primary button is last; on a page it is first.
   */
  kind?: "form" | "page" | "part";
  className?: string;
  children: ReactNode;
}

/** A group of buttons with the same width. */
export function ButtonGroup({ kind = "form", className, children }: ButtonGroupProps) {
  return <div className={classes(styles[kind], className)}>{children}</div>;
}
