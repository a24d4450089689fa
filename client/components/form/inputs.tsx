import type { ComponentProps } from "react";
import { classes } from "../../lib/classes";
import styles from "./inputs.module.css";

/** A text field of 48 px. */
export function TextInput({ className, type = "text", ...rest }: ComponentProps<"input">) {
  return <input {...rest} type={type} className={classes(styles["input"], className)} />;
}

/** A multi-line text field. */
export function TextArea({ className, rows = 4, ...rest }: ComponentProps<"textarea">) {
  return <textarea {...rest} rows={rows} className={classes(styles["input"], className)} />;
}

/** A native select of 48 px; its options are children. */
export function SelectInput({ className, ...rest }: ComponentProps<"select">) {
  return <select {...rest} className={classes(styles["input"], styles["select"], className)} />;
}
