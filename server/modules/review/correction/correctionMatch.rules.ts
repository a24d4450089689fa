/** Whether a traveller sends all that was asked for, and nothing else. Pure. */
import type { FilePurpose } from "../../file/file.rules";
import type { CorrectableField } from "../../applicant/applicantFields.rules";
import type { CorrectionFault } from "./correction.rules";

/** What was asked for, as far as the answer goes. */
export interface OpenCorrection {
  correctionId: string;
  paper: FilePurpose | null;
  fileId: string | null;
  field: CorrectableField | null;
}

/** What is sent: for each correction a file or a value. */
export interface CorrectionAnswer<File> {
  papers: readonly { correctionId: string; file: File }[];
  fields: readonly { correctionId: string; value: string }[];
}

/** What is sent beside what was asked for, each with the input's field that it came in. */
export interface MatchedAnswer<File> {
  papers: { place: string; purpose: FilePurpose; fileId: string | null; file: File }[];
  fields: { place: string; field: CorrectableField; value: string }[];
  faults: CorrectionFault[];
}

export function matchAnswer<File>(
  open: readonly OpenCorrection[],
  answer: CorrectionAnswer<File>,
): MatchedAnswer<File> {
  const matched: MatchedAnswer<File> = { papers: [], fields: [], faults: [] };
  const left = new Map(open.map((one) => [one.correctionId, one]));
  const take = (list: "papers" | "fields", index: number, correctionId: string) => {
    const found = left.get(correctionId);
    const isOfKind = found && (list === "papers") === (found.paper !== null);
    if (isOfKind) {
      left.delete(correctionId);
      return found;
    }
    const isTwice = !found && open.some((one) => one.correctionId === correctionId);
    matched.faults.push({
      field: `${list}.${index}.correctionId`,
      code: "INVALID",
      message: isTwice
        ? "This is answered twice"
        : found
          ? `This asks for a ${found.paper ? "paper" : "value"}`
          : "This is not asked for",
    });
    return undefined;
  };
  for (const [index, { correctionId, file }] of answer.papers.entries()) {
    const found = take("papers", index, correctionId);
    if (found?.paper)
      matched.papers.push({
        place: `papers.${index}.file`,
        purpose: found.paper,
        fileId: found.fileId,
        file,
      });
  }
  for (const [index, { correctionId, value }] of answer.fields.entries()) {
    const found = take("fields", index, correctionId);
    if (found?.field) matched.fields.push({ place: `fields.${index}.value`, field: found.field, value });
  }
  for (const { correctionId, paper } of left.values())
    matched.faults.push({
      field: correctionId,
      code: "REQUIRED",
      message: paper ? "This paper was asked for as well" : "This field was asked for as well",
    });
  return matched;
}
