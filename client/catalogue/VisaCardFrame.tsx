import type { ReactNode } from "react";
import { FlagImage } from "./FlagImage";
import styles from "./VisaCardFrame.module.css";

interface VisaCardFrameProps {
  flagUrl: string;
  country: string;
  /** Whether the flag is above the fold. */
  eager?: boolean;
  decorativeFlag?: boolean;
  /** A button above the link that may cover the card. */
  action?: ReactNode;
  head: ReactNode;
  children: ReactNode;
}

/** A card with a flag on its left, separated by a perforated edge; on phones the flag is in the corner. */
export function VisaCardFrame(props: VisaCardFrameProps) {
  return (
    <div className={styles["sticker"]}>
      <div className={styles["flagBlock"]}>
        <FlagImage
          src={props.flagUrl}
          country={props.country}
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
