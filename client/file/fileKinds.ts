import type { FilePurpose } from "../../server/modules/file/file.rules";

interface FileKindNames {
  /** The name by itself, as staff read it. */
  label: string;
  /** Over the field that asks for it. */
  field: string;
  /** Beside the file where it is shown, and where a correction names it. */
  caption: string;
  /** Within a sentence. */
  inSentence: string;
}

/** What each kind of file is called, wherever it is named. */
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
