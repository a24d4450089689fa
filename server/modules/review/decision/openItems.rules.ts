/** What staff have not looked at of a traveller. Pure; the console uses the same words. */
import type { FilePurpose } from "../../file/file.rules";
import { fileLabels } from "../correction/correctionTargets.rules";

interface SentFile {
  fileId: string;
  kind: FilePurpose;
  imageName: string;
}

const kinds: readonly FilePurpose[] = ["PHOTO", "PASSPORT_FRONT", "PASSPORT_BACK", "DOCUMENT"];

/** Each file without a review, and the MRZ while its lines are missing, in the order of the case. */
export function listOpenItems(
  files: readonly SentFile[],
  { reviewedFileIds, hasMrz }: { reviewedFileIds: ReadonlySet<string>; hasMrz: boolean },
): string[] {
  const unseen = kinds.flatMap((kind) =>
    files.filter((file) => file.kind === kind && !reviewedFileIds.has(file.fileId)),
  );
  return [...unseen.map((file) => `${nameOf(file)}: not reviewed`), ...(hasMrz ? [] : ["MRZ: not entered"])];
}

/** Supporting documents go by their file name. */
function nameOf({ kind, imageName }: SentFile): string {
  if (kind === "DOCUMENT") return imageName;
  const label = fileLabels[kind];
  return label.charAt(0).toUpperCase() + label.slice(1);
}

/** What is missing where something is open, in the words of the form. */
export const noReasonForOpenItems = "Say why you approve without this";
