import { SlotField, type SlotFieldsProps } from "./SlotField";
import { PhotoExample } from "./PhotoExample";

/** The first tab: a passport-size photo. */
export function PhotoPanel(props: SlotFieldsProps) {
  return (
    <SlotField
      {...props}
      slot="profileFile"
      label="Passport-size photo"
      camera={{ facing: "user", label: "Take photo" }}
      example={<PhotoExample />}
    />
  );
}
