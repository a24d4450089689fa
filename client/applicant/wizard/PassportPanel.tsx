import { SlotField, type SlotFieldsProps } from "./SlotField";
import styles from "../form/Panels.module.css";

/** The second tab: scans of the passport's front and back page. */
export function PassportPanel(props: SlotFieldsProps) {
  return (
    <div className={styles["stack"]}>
      <SlotField {...props} slot="passportFrontFile" />
      <SlotField {...props} slot="passportBackFile" />
    </div>
  );
}
