import { classes } from "../lib/classes";
import { formatInr } from "../../server/core/money.rules";
import styles from "./Price.module.css";

export function Price({ rupees, className }: { rupees: number; className?: string }) {
  return (
    <span data-price className={classes(styles["price"], className)}>
      {formatInr(rupees)}
    </span>
  );
}
