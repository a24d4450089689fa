import { siteClaims } from "../../catalogue/siteClaims";
import { Icon, type IconName } from "../../components/Icon";
import styles from "./Promises.module.css";

interface Promised {
  icon: IconName;
  title: string;
  text: string;
}

const promises = (workingHours: string | undefined): Promised[] => [
  {
    icon: "globe",
    title: "Global Coverage",
    text: "Tourist and business visas for many countries, in one place and in rupees.",
  },
  {
    icon: "steps",
    title: "Seamless Process",
    text: "One short form for each traveller, and a chance to check everything before you send it.",
  },
  {
    icon: "headset",
    title: siteClaims.support,
    text: `Apply and track any time.${workingHours ? ` Phone and e-mail ${workingHours}.` : ""}`,
  },
  {
    icon: "lock",
    title: "Secure Transactions",
    text: "You pay through Razorpay. Your passport pages are kept encrypted.",
  },
];

export function Promises({ workingHours }: { workingHours: string | undefined }) {
  return (
    <section aria-labelledby="promises" className={`container ${styles["section"]}`}>
      <h2 id="promises">Why travellers apply here</h2>
      <ul className={styles["list"]}>
        {promises(workingHours).map(({ icon, title, text }) => (
          <li key={title} className={styles["promise"]}>
            <span className={styles["icon"]}>
              <Icon name={icon} size={24} />
            </span>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
