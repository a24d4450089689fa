import { Icon } from "../../components/Icon";
import { classes } from "../../lib/classes";
import styles from "./PublishedChip.module.css";

/** Whether travellers can see and apply for it: sign and word. */
export function PublishedChip({ isOn }: { isOn: boolean }) {
  return (
    <span className={classes(styles["chip"], styles[isOn ? "on" : "off"])}>
      <Icon name={isOn ? "check" : "cross"} size={14} />
      {isOn ? "Published" : "Unpublished"}
    </span>
  );
}
