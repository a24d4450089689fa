import { Icon } from "../../components/Icon";
import { classes } from "../../lib/classes";
import styles from "./PublishedChip.module.css";

/** Shows whether travellers can see and apply for it, as icon and text. */
export function PublishedChip({ isOn }: { isOn: boolean }) {
  return (
    <span className={classes(styles["chip"], styles[isOn ? "on" : "off"])}>
      <Icon name={isOn ? "check" : "cross"} size={14} />
      {isOn ? "Published" : "Unpublished"}
    </span>
  );
}
