import { PassportExample } from "./PassportExample";
import { SlotField, type SlotFieldsProps } from "./SlotField";
import styles from "./Panels.module.css";

/** The second tab: scans of the passport's front and back page. */
export function PassportPanel(props: SlotFieldsProps) {
  return (
    <div className={styles["stack"]}>
      <SlotField
        {...props}
        slot="passportFrontFile"
        label="Passport front page"
        camera={{ facing: "environment", label: "Take photo of the front" }}
        example={<PassportExample side="front" />}
      />
      <SlotField
        {...props}
        slot="passportBackFile"
        label="Passport back page"
        camera={{ facing: "environment", label: "Take photo of the back" }}
        example={<PassportExample side="back" />}
      />
    </div>
  );
}
