import type { ComponentProps, ReactNode } from "react";
import type { FilePurpose } from "../../../server/modules/file/file.rules";
import { FileField } from "../../file/field/FileField";
import { fileKinds } from "../../file/fileKinds";
import { PassportExample } from "./PassportExample";
import { PhotoExample } from "./PhotoExample";

/** Files that a traveller uploads; the visa is issued by staff. */
export type UploadPurpose = Exclude<FilePurpose, "VISA">;

interface FilePresentation {
  camera: { facing: "user" | "environment"; label: string };
  example?: ReactNode;
}

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
  /** Replaces the default label of the file. */
  label?: string;
}

/** A file field of an applicant, with camera and an example drawing. */
export function ApplicantFileField(props: ApplicantFileFieldProps) {
  return (
    <FileField
      {...presentations[props.purpose]}
      {...props}
      label={props.label ?? fileKinds[props.purpose].field}
    />
  );
}
