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

export const fileKinds: Readonly<Record<FilePurpose, FileKindNames>> = {
  PHOTO: {
    label: "Photo",
    field: "Passport-size photo",
    caption: "Passport-size photograph",
    inSentence: "the photo",
  },
  PASSPORT_FRONT: {
    label: "Passport front page",
    field: "Passport front page",
    caption: "Passport front page",
    inSentence: "the passport front page",
  },
  PASSPORT_BACK: {
    label: "Passport back page",
    field: "Passport back page",
    caption: "Passport back page",
    inSentence: "the passport back page",
  },
  DOCUMENT: {
    label: "Supporting document",
    field: "Supporting document",
    caption: "Supporting document",
    inSentence: "a supporting document",
  },
  VISA: { label: "Visa", field: "Visa", caption: "Visa", inSentence: "the visa" },
};
