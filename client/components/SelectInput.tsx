import type { ComponentProps } from "react";
import { classes } from "../lib/classes";
import styles from "./inputs.module.css";

/** A native select of 48 px; its options are children. */
export function SelectInput({ className, ...rest }: ComponentProps<"select">) {
  return <select {...rest} className={classes(styles["input"], styles["select"], className)} />;
}
