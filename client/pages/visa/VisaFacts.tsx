import { choiceWord, machineLine } from "../../catalogue/visaTexts";
import { DescriptionList } from "../../components/DescriptionList";
import type { VisaOnPageFragment } from "./operations.generated";
import styles from "./VisaFacts.module.css";

/** The four facts of a visa, as on its card. */
export function VisaFacts({ visa }: { visa: VisaOnPageFragment }) {
  return (
    <div className={styles["facts"]}>
      <div className={styles["grid"]}>
        <DescriptionList
          facts={[
            { label: "Visa Type", value: choiceWord(visa.visaType) },
            { label: "Length of the stay", value: choiceWord(visa.stayPeriod) && visa.stayPeriod },
            { label: "Validity", value: choiceWord(visa.validity) && visa.validity },
            { label: "Entry", value: choiceWord(visa.entry) },
          ]}
        />
      </div>
      <p className={styles["machineLine"]} aria-hidden="true">
        {machineLine(visa)}
      </p>
    </div>
  );
}
