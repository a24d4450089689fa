import type { ComponentProps, ReactNode } from "react";
import type { FilePurpose } from "../../../server/modules/file/file.rules";
import { FileField } from "../../file/field/FileField";
import { fileKinds } from "../../file/fileKinds";
import { PassportExample } from "./PassportExample";
import { PhotoExample } from "./PhotoExample";

/** What a traveller hands in; the visa is handed out. */
export type UploadPurpose = Exclude<FilePurpose, "VISA">;

interface FilePresentation {
  camera: { facing: "user" | "environment"; label: string };
  example?: ReactNode;
}

/** How each file is asked for. */
const presentations: Record<UploadPurpose, FilePresentation> = {
  PHOTO: {
    camera: { facing: "user", label: "Take photo" },
    example: <PhotoExample />,
  },
  PASSPORT_FRONT: {
    camera: { facing: "environment", label: "Take photo of the front" },
    example: <PassportExample side="front" />,
  },
  PASSPORT_BACK: {
    camera: { facing: "environment", label: "Take photo of the back" },
    example: <PassportExample side="back" />,
  },
  DOCUMENT: {
    camera: { facing: "environment", label: "Take photo of the document" },
  },
};

interface ApplicantFileFieldProps extends Omit<
  ComponentProps<typeof FileField>,
  "label" | "camera" | "example"
> {
  purpose: UploadPurpose;
  /** Where the usual name of the file is not enough. */
  label?: string;
}

/** One file of a traveller, with its camera and a drawing of how it should look. */
export function ApplicantFileField(props: ApplicantFileFieldProps) {
  return (
    <FileField
      {...presentations[props.purpose]}
      {...props}
      label={props.label ?? fileKinds[props.purpose].field}
    />
  );
}
