import type { ComponentProps, ReactNode } from "react";
import type { FilePurpose } from "../../../server/modules/file/file.rules";
import { FileField } from "../../file/field/FileField";
import { fileKinds } from "../../file/fileKinds";
import styles from "./Panels.module.css";
import { Drawing, Icon } from "../../components/Icon";

/** Kinds of files that a traveller uploads; staff upload the visa. */
export type UploadPurpose = Exclude<FilePurpose, "VISA">;

interface FilePresentation {
  camera: { facing: "user" | "environment"; label: string };
  example?: ReactNode;
}

const presentations: Record<UploadPurpose, FilePresentation> = {
  PHOTO: { camera: { facing: "user", label: "Take photo" }, example: <PhotoExample /> },
  PASSPORT_FRONT: {
    camera: { facing: "environment", label: "Take photo of the front" },
    example: <PassportExample side="front" />,
  },
  PASSPORT_BACK: {
    camera: { facing: "environment", label: "Take photo of the back" },
    example: <PassportExample side="back" />,
  },
  DOCUMENT: { camera: { facing: "environment", label: "Take photo of the document" } },
};

interface ApplicantFileFieldProps extends Omit<
  ComponentProps<typeof FileField>,
  "label" | "camera" | "example"
> {
  purpose: UploadPurpose;
  label?: string;
}

export function ApplicantFileField(props: ApplicantFileFieldProps) {
  return (
    <FileField
      {...presentations[props.purpose]}
      {...props}
      label={props.label ?? fileKinds[props.purpose].field}
    />
  );
}

function PassportExample({ side }: { side: "front" | "back" }) {
  return (
    <div className={styles["pageExample"]}>
      <Drawing box={[125, 88]} strokeWidth="1.5" strokeLinejoin="miter">
        <rect x="1" y="1" width="123" height="86" rx="5" />
        {side === "front" ? (
          <>
            <rect x="10" y="14" width="30" height="38" rx="2" />
            <circle cx="25" cy="29" r="6" />
            <path d="M15 51c1-9 5-12 10-12s9 3 10 12" />
            <path d="M50 18h40M50 27h56M50 36h34M50 45h46" />
            <path d="M10 66h105M10 75h105" strokeDasharray="3 2" strokeWidth="3" />
          </>
        ) : (
          <>
            <path d="M12 16h60M12 26h80M12 36h50M12 50h96M12 60h96M12 70h64" />
            <rect x="88" y="66" width="25" height="12" rx="1" strokeDasharray="2 2" />
          </>
        )}
      </Drawing>
      <p>
        {side === "front"
          ? "The page with your photo. All four corners and both lines at the foot must be readable."
          : "The last page, with the address and the names of your parents."}
      </p>
    </div>
  );
}

/** Three drawings: one suitable photo and two unsuitable ones. */
function PhotoExample() {
  return (
    <ul className={styles["examples"]} aria-label="Examples">
      <Example good text="Face straight, plain light background">
        <circle cx="32" cy="30" r="12" />
        <path d="M12 74c1-16 9-24 20-24s19 8 20 24" />
        <path d="M28 29v.2M36 29v.2M28.5 35.5c2 1.5 5 1.5 7 0" />
      </Example>
      <Example text="Too far away">
        <circle cx="32" cy="48" r="5" />
        <path d="M23 74c.5-10 4-14 9-14s8.5 4 9 14" />
      </Example>
      <Example text="Sunglasses or shadow">
        <circle cx="32" cy="30" r="12" />
        <path d="M12 74c1-16 9-24 20-24s19 8 20 24" />
        <path d="M23 27h7v4h-7zM34 27h7v4h-7zM30 28h4" fill="currentColor" />
        <path d="M44 22 58 8M46 30 60 16M46 38 60 24" strokeDasharray="2 3" />
      </Example>
    </ul>
  );
}

function Example(props: { good?: boolean; text: string; children: ReactNode }) {
  return (
    <li className={styles["example"]} data-good={props.good || undefined}>
      <Drawing box={[64, 82]} strokeWidth="1.75">
        <rect x="1" y="1" width="62" height="80" rx="3" />
        {props.children}
      </Drawing>
      <span className={styles["exampleText"]}>
        <Icon name={props.good ? "check" : "cross"} />
        <span>
          <span className="visually-hidden">{props.good ? "Good: " : "Not good: "}</span>
          {props.text}
        </span>
      </span>
    </li>
  );
}
