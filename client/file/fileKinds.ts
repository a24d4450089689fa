import type { FilePurpose } from "../../server/modules/file/file.rules";

interface FileKindNames {
  /** Standalone label for staff. */
  label: string;
  /** Label of the upload field. */
  field: string;
  /** Caption of the displayed file, also used in corrections. */
  caption: string;
  /** For use within a sentence. */
  inSentence: string;
}

const named = (name: string, inSentence: string): FileKindNames => ({
  label: name,
  field: name,
  caption: name,
  inSentence,
});

export const fileKinds: Readonly<Record<FilePurpose, FileKindNames>> = {
  PHOTO: {
    label: "Photo",
    field: "Passport-size photo",
    caption: "Passport-size photograph",
    inSentence: "the photo",
  },
  PASSPORT_FRONT: named("Passport front page", "the passport front page"),
  PASSPORT_BACK: named("Passport back page", "the passport back page"),
  DOCUMENT: named("Supporting document", "a supporting document"),
  VISA: named("Visa", "the visa"),
};
