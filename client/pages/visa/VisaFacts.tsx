import { choiceLabel } from "../../catalogue/visaTexts";
import { DescriptionList } from "../../components/DescriptionList";
import type { VisaOnPageFragment } from "./public.generated";
import styles from "./VisaFacts.module.css";

/** The four facts of a visa, as on its card. */
export function VisaFacts({ visa }: { visa: VisaOnPageFragment }) {
  return (
    <div className={styles["facts"]}>
      <DescriptionList
        facts={[
          { label: "Visa Type", value: choiceLabel(visa.visaType) },
          { label: "Length of the stay", value: choiceLabel(visa.stayPeriod) && visa.stayPeriod },
          { label: "Validity", value: choiceLabel(visa.validity) && visa.validity },
          { label: "Entry", value: choiceLabel(visa.entry) },
        ]}
      />
    </div>
  );
}
