import type { ReactNode } from "react";
import { classes } from "../lib/classes";
import { FlagImage } from "./FlagImage";
import styles from "./VisaCardFrame.module.css";

interface VisaCardFrameProps {
  flagUrl: string;
  country: string;
  /** The flag is in the first view. */
  eager?: boolean;
  /** The country is named beside the flag, which then need not be read. */
  decorativeFlag?: boolean;
  /** A button that stands above the link which may cover the card. */
  action?: ReactNode;
  className?: string;
  /** What the visa is called; beside the flag. */
  head: ReactNode;
  children: ReactNode;
}

/** A card with a flag: on its left, behind a perforated edge, or on a phone in its corner. */
export function VisaCardFrame(props: VisaCardFrameProps) {
  return (
    <div className={classes(styles["sticker"], props.className)}>
      <div className={styles["flagBlock"]}>
        <FlagImage
          src={props.flagUrl}
          country={props.country}
          width={64}
          lazy={!props.eager}
          decorative={props.decorativeFlag}
        />
      </div>
      <div className={styles["head"]}>{props.head}</div>
      <div className={styles["body"]}>{props.children}</div>
      {props.action && <div className={styles["action"]}>{props.action}</div>}
    </div>
  );
}
