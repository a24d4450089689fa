import type { ComponentProps } from "react";
import { classes } from "../lib/classes";
import styles from "./inputs.module.css";

/** A text field of 48 px. */
export function TextInput({ className, type = "text", ...rest }: ComponentProps<"input">) {
  return <input {...rest} type={type} className={classes(styles["input"], className)} />;
}
