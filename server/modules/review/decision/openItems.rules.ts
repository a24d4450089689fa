/** The parts of an application that staff have not reviewed. Pure; the console uses the same texts. */
import { applicantFields, correctableFields } from "../../applicant/applicantFields.rules";
import { isMachineRead, type MrzEntry } from "../../applicant/mrzLines.rules";
import type { StaffFileView } from "../case/case.view";
import type { MrzField } from "../mrz/mrzComparison.rules";
import { fileLabels } from "../correction/correctionTargets.rules";

type SentFile = Pick<StaffFileView, "fileId" | "kind" | "imageName">;

/** The MRZ and its comparison with the typed details. */
interface ComparedMrz extends Pick<MrzEntry, "enteredBy"> {
  faults: readonly unknown[];
  fields: readonly Pick<MrzField, "field" | "isSame">[];
}

/**
 * Returns each file without a review except the visa, and the MRZ if it is missing. Machine-read lines also count as
 * open if they have errors or differ from the typed details; lines that a staff member saved count as compared.
 */
export function listOpenItems(
  files: readonly SentFile[],
  { reviewedFileIds, mrz }: { reviewedFileIds: ReadonlySet<string>; mrz: ComparedMrz | null },
): string[] {
  const unseen = files.filter(({ fileId, kind }) => kind !== "VISA" && !reviewedFileIds.has(fileId));
  return [
    ...unseen.map((file) => `${itemName(file)}: not reviewed`),
    ...(mrz ? listMrzDifferences(mrz) : ["MRZ: not entered"]),
  ];
}

function listMrzDifferences({ fields, faults, ...entry }: ComparedMrz): string[] {
  if (!isMachineRead(entry)) return [];
  const names = fields.flatMap(({ field, isSame }) =>
    isSame ? [] : [applicantFields[correctableFields[field]].label.toLowerCase()],
  );
  return [
    ...(names.length > 0 ? [`MRZ: read from the picture, and differs in ${names.join(", ")}`] : []),
    ...(faults.length > 0 ? ["MRZ: read from the picture, with errors"] : []),
  ];
}

/** Returns a file's label, or the file name of a supporting document. */
function itemName({ kind, imageName }: SentFile): string {
  if (kind === "DOCUMENT") return imageName;
  const label = fileLabels[kind];
  return label.charAt(0).toUpperCase() + label.slice(1);
}

export const noReasonForOpenItems = "Say why you approve without this";

/** Returns the open items that the approver was not shown; empty if `shown` is not given. */
export function findUnseenItems(openItems: readonly string[], shown?: readonly string[] | null): string[] {
  if (!shown) return [];
  const left = [...shown];
  // Two files may have the same name, so each shown item covers only one open item.
  return openItems.filter((item) => {
    const index = left.indexOf(item);
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
}

export const notShown = (item: string) => `This was added while you were approving: ${item}`;
