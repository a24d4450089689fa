/** The parts of an application that staff have not reviewed. Pure; the console uses the same texts. */
import type { FilePurpose } from "../../file/file.rules";
import { fileLabels } from "../correction/correctionTargets.rules";

interface SentFile {
  fileId: string;
  kind: FilePurpose;
  imageName: string;
}

const kinds: readonly FilePurpose[] = ["PHOTO", "PASSPORT_FRONT", "PASSPORT_BACK", "DOCUMENT"];

/** Returns each file without a review, and the MRZ if it is not entered, in the order of the case. */
export function listOpenItems(
  files: readonly SentFile[],
  { reviewedFileIds, hasMrz }: { reviewedFileIds: ReadonlySet<string>; hasMrz: boolean },
): string[] {
  const unseen = kinds.flatMap((kind) =>
    files.filter((file) => file.kind === kind && !reviewedFileIds.has(file.fileId)),
  );
  return [
    ...unseen.map((file) => `${itemName(file)}: not reviewed`),
    ...(hasMrz ? [] : ["MRZ: not entered"]),
  ];
}

/** Supporting documents are named after their file. */
function itemName({ kind, imageName }: SentFile): string {
  if (kind === "DOCUMENT") return imageName;
  const label = fileLabels[kind];
  return label.charAt(0).toUpperCase() + label.slice(1);
}

/** The form's message if the reason for approving despite open items is missing. */
export const noReasonForOpenItems = "Say why you approve without this";
