import type { ComponentProps } from "react";
import { classes } from "../lib/classes";
import styles from "./inputs.module.css";

/** A text field of several lines. */
export function TextArea({ className, rows = 4, ...rest }: ComponentProps<"textarea">) {
  return <textarea {...rest} rows={rows} className={classes(styles["input"], className)} />;
}
