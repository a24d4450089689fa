import type { ReactNode } from "react";
import { classes } from "../lib/classes";
import { FlagImage } from "./FlagImage";
import styles from "./VisaCardFrame.module.css";

interface VisaCardFrameProps {
  flagUrl: string;
  country: string;
  /** The decorative line at the foot, from `machineLine`. */
  machineLine: string;
  /** The flag is in the first view. */
  eager?: boolean;
  /** The country is named beside the flag, which then need not be read. */
  decorativeFlag?: boolean;
  /** A button under the flag, above the link that may cover the card. */
  action?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A card: the flag on the left, a perforated edge, a machine-readable line at the foot. */
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
      <div className={styles["body"]}>{props.children}</div>
      {props.action && <div className={styles["action"]}>{props.action}</div>}
      <p className={styles["machineLine"]} aria-hidden="true">
        {props.machineLine}
      </p>
    </div>
  );
}
