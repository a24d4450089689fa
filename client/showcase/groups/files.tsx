import { type ComponentProps, useState } from "react";
import { maxFileBytes } from "../../../server/modules/file/file.rules";
import { photoCheckNames, type PhotoChecks } from "../../../server/modules/file/photo/photoChecks.rules";
import { defaultPhotoRules } from "../../../server/modules/file/photo/photoRules.rules";
import { ApplicantFileField } from "../../applicant/form/ApplicantFileField";
import { PhotoChecklist } from "../../applicant/photo/PhotoChecklist";
import type { PhotoState } from "../../applicant/photo/usePhotoCheck";
import { Dialog } from "../../components/dialog/Dialog";
import { PictureEditor } from "../../file/editor/PictureEditor";
import { FileField } from "../../file/field/FileField";
import { FileIcon, FileLink } from "../../file/field/FileIcon";
import { FilePreview } from "../../file/field/FilePreview";
import { FileRows } from "../../file/field/FileRows";
import type { ListedFile } from "../../file/field/ChosenFiles";
import { MultiFileField } from "../../file/field/MultiFileField";
import type { PreparedFile } from "../../file/field/prepareFile";
import { each, example, Opener, small } from "../Example";
import { longText, noop, picture } from "../samples";

const photo: PreparedFile = { file: picture, contentType: "image/png", width: 512, height: 512 };
const pdf: PreparedFile = {
  file: new File(["%PDF-1.7"], "ticket.pdf", { type: "application/pdf" }),
  contentType: "application/pdf",
};
const storedPicture = { src: "/icons/icon-512.png", contentType: "image/png" };
const storedPdf = { src: "#ticket", contentType: "application/pdf" };
const listed = (name: string, contentType = "application/pdf"): ListedFile => ({
  key: name,
  name,
  size: 123_456,
  contentType,
  documentName: null,
});
const files = [listed("ticket.pdf"), listed(picture.name, "image/png")];
const whileChecking = <T,>(work: Promise<T>) => work;

const allFine = Object.fromEntries(photoCheckNames.map((name) => [name, "ok"])) as Record<
  keyof PhotoChecks,
  "ok"
>;
const crop = { turn: 0, part: { x: 0, y: 0, width: 1, height: 1 } } as const;
const toDo = { ...allFine, headHeight: "HEAD_TOO_SMALL", sharpness: "notJudged" } as const;
const checked = {
  kind: "checked",
  checks: allFine,
  crop: undefined,
  isCropped: true,
  mayBePassport: false,
} as const;

const checklist = (state: PhotoState) => (
  <PhotoChecklist
    state={state}
    photo={photo}
    rules={defaultPhotoRules}
    whileChecking={whileChecking}
    onCropped={noop}
    onUseAsPassport={noop}
  />
);

/** Opens the editor in a dialog, because the editor's foot is laid out for the width of a dialog. */
function EditorOpener({ name, file }: { name: string; file: File }) {
  const given = { file, edit: undefined, ratio: 0.78, pictureName: "photo" };
  return (
    <Opener name={name}>
      {(open, onClose) => (
        <Dialog open={open} onClose={onClose} title="Adjust the photo" kind="wide">
          <PictureEditor {...given} onUse={onClose} onCancel={onClose} />
        </Dialog>
      )}
    </Opener>
  );
}

type FieldProps = Partial<ComponentProps<typeof FileField>> & { id: string; label: string };

function SampleField({ first, ...props }: FieldProps & { first?: PreparedFile }) {
  const [value, setValue] = useState(first);
  return (
    <FileField
      purpose="DOCUMENT"
      whileChecking={whileChecking}
      camera={{ facing: "user", label: `Take ${props.label}` }}
      {...props}
      value={value}
      onChange={setValue}
    />
  );
}

type FilesProps = Pick<ComponentProps<typeof MultiFileField>, "id" | "label" | "files" | "isSlot" | "error">;

function SampleFiles({ files: first, ...props }: FilesProps) {
  const [present, setPresent] = useState(first);
  return (
    <MultiFileField
      {...props}
      files={present}
      onAdd={(added) =>
        setPresent([...present, ...added.map(({ file, contentType }) => listed(file.name, contentType))])
      }
      onRemove={(key) => setPresent(present.filter((file) => file.key !== key))}
      whileChecking={whileChecking}
      room={{ files: 5, bytes: maxFileBytes }}
    />
  );
}

const emptyField = (purpose: "PHOTO" | "PASSPORT_FRONT" | "PASSPORT_BACK") => (
  <ApplicantFileField
    id={`applicant-${purpose}`}
    purpose={purpose}
    value={undefined}
    onChange={noop}
    whileChecking={whileChecking}
  />
);

export const fileExamples = [
  small("FileIcon", { ...each(["empty", "pdf", "picture"], (kind) => <FileIcon kind={kind} />) }),
  small("FileLink", { usual: <FileLink href="/">passport.pdf</FileLink> }),
  example("FilePreview", {
    empty: <FilePreview label="Photo" />,
    "a chosen picture, long text": (
      <FilePreview label="Photo" chosen={{ ...photo, originalSize: 3_900_000 }} />
    ),
    "a chosen PDF": <FilePreview label="Ticket" chosen={pdf} />,
    "a stored picture": <FilePreview label="Photo" stored={storedPicture} />,
    "a stored PDF": <FilePreview label="Ticket" stored={storedPdf} />,
  }),
  example("FileField", {
    empty: <SampleField id="file-empty" label="Document" />,
    focus: <SampleField id="file-focus" label="Document" />,
    "filled, with advice": <SampleField id="file-filled" label="Photo" purpose="PHOTO" first={photo} />,
    "stored earlier": <SampleField id="file-stored" label="Photo" purpose="PHOTO" stored={storedPicture} />,
    "error, long text": <SampleField id="file-error" label={longText} error={longText} />,
  }),
  example("ApplicantFileField", {
    "PHOTO, empty": emptyField("PHOTO"),
    "PASSPORT_FRONT, empty": emptyField("PASSPORT_FRONT"),
    "PASSPORT_BACK, empty": emptyField("PASSPORT_BACK"),
  }),
  example("PhotoChecklist", {
    checking: checklist({ kind: "checking" }),
    "nothing to improve": checklist(checked),
    "something to improve": checklist({ ...checked, checks: toDo, crop, isCropped: false }),
    "a passport page": checklist({ ...checked, isCropped: false, mayBePassport: true }),
    unavailable: checklist({ kind: "unavailable" }),
  }),
  example("FileRows", {
    "with and without a link": <FileRows files={[{ ...files[0]!, src: "#ticket" }, files[1]!]} />,
    none: <FileRows files={[]} />,
  }),
  example("MultiFileField", {
    empty: <SampleFiles id="files-empty" label="Other documents" files={[]} />,
    filled: <SampleFiles id="files-filled" label="Other documents" files={files} />,
    "a named document, error": (
      <SampleFiles id="files-slot" label="Hotel booking" isSlot files={[]} error="Add the booking" />
    ),
  }),
  example("PictureEditor", {
    "a photo": <EditorOpener name="the picture editor" file={picture} />,
    "an unreadable picture": <EditorOpener name="an unreadable picture" file={pdf.file} />,
  }),
];
