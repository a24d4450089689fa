import { SlotField, type SlotFieldsProps } from "./SlotField";

/** The first tab: a passport-size photo. */
export function PhotoPanel(props: SlotFieldsProps) {
  return <SlotField {...props} slot="profileFile" />;
}
