/**
 * The documents that a visa requires of each applicant, and which of them were sent. Pure; the wizard uses the same
 * rules.
 */

import {
  findTextViolation,
  toOneLine,
  tooLongText,
  type InputViolation,
  invalid,
  missing,
  tooLong,
} from "../../../core/text.rules";
import { isNeeded, type VisaRequirement } from "../../catalogue/requirement/requirement.rules";
import { checkAnswer, unanswered } from "./answers.rules";

export const laterReasons = ["NOT_READY", "AWAITED", "NOT_NEEDED", "OTHER"] as const;
export type LaterReason = (typeof laterReasons)[number];

export const maxLaterNoteLength = 200;

export interface LaterDocument {
  documentName: string;
  reason: LaterReason;
  note?: string | null;
}

/** A required document as stored for an applicant; later catalogue changes do not affect its name. */
export interface KeptDocument {
  documentName: string;
  fileIds: string[];
  /** Why the document is left for later; null if it was sent or not mentioned. */
  later: { reason: LaterReason; note: string | null } | null;
  /** Id of the requirement that it fulfils; absent in rows from before requirements had ids. */
  requirementId?: string;
  /** True if the visa does not require the document, or requires it only in a certain circumstance. */
  isOptional?: boolean;
  /** True if the requirement is a question to answer, not a document to send; absent otherwise. */
  isQuestion?: boolean;
  answer?: string | null;
}

export const unknownDocument = "This visa does not require a document of this name";
const alreadySent = "This document is being sent, so it cannot be left for later";

/** Normalises a note to one line; null if it is blank. */
function normaliseLaterNote(note: string | null | undefined): string | null {
  return toOneLine(note ?? "") || null;
}

/** Returns violations of a reason and its note; `place` is the prefix of the field name. */
export function checkLater(
  { reason, note }: Omit<LaterDocument, "documentName">,
  place: string,
): InputViolation[] {
  const field = `${place}.note`;
  const text = normaliseLaterNote(note);
  if (!text) return reason === "OTHER" ? [missing(field, "Say in a few words why you send it later")] : [];
  if (text.length > maxLaterNoteLength)
    return [tooLong(field, tooLongText("The reason", maxLaterNoteLength))];
  const violation = findTextViolation(text);
  return violation ? [invalid(field, `The reason ${violation}`)] : [];
}

export interface ApplicationDocuments {
  /** The requirements that apply to the applicant. */
  required: readonly VisaRequirement[];
  /**
   * Names of the documents that may be sent: those that the visa requires of any applicant, and those in the country's
   * list.
   */
  accepted: readonly string[];
}

/** The part of a submission about required documents. */
interface DocumentsSent {
  /** For each file, in order, the name of the document that it is for; null for an additional document. */
  documentNames: readonly (string | null)[];
  fileCount: number;
  /** Undefined leaves the reasons unchanged. */
  laterDocuments: readonly LaterDocument[] | undefined;
  /** Undefined leaves the answers unchanged; a blank answer removes an earlier one. */
  answers?: readonly { documentName: string; answer: string }[] | undefined;
}

/**
 * Merges a submission with the stored documents; `before` is their state without the removed files. A document that is
 * no longer required stays if it has a file, a reason or an answer.
 */
export function mergeDocuments(
  { required, accepted }: ApplicationDocuments,
  before: readonly KeptDocument[],
  { documentNames, fileCount, laterDocuments, answers }: DocumentsSent,
): { kept: KeptDocument[]; violations: InputViolation[] } {
  const violations: InputViolation[] = [];
  const said = before.filter(({ fileIds, later, answer }) => fileIds.length > 0 || later || answer);
  const known = new Set([
    ...required.map(({ help }) => help),
    ...accepted,
    ...said.map(({ documentName }) => documentName),
  ]);
  const refuse = (field: string, message: string) => violations.push(invalid(field, message));
  if (documentNames.length > fileCount)
    refuse("documentNames", "There are more names of documents than document files");
  for (const [index, name] of documentNames.entries())
    if (name !== null && !known.has(name)) refuse(`documentNames.${index}`, unknownDocument);

  const answered = new Map(said.map(({ documentName, answer }) => [documentName, answer ?? null]));
  for (const [index, { documentName, answer }] of (answers ?? []).entries()) {
    if (!documentName) continue;
    const isQuestion = required.some(({ help, kind }) => help === documentName && kind === "QUESTION");
    if (!isQuestion) refuse(`answers.${index}.requirementId`, "This is not a question to this applicant");
    violations.push(...checkAnswer(answer, `answers.${index}.answer`));
    answered.set(documentName, toOneLine(answer) || null);
  }
  const sent = new Set([
    ...documentNames,
    ...said.flatMap(({ documentName, fileIds }) => (fileIds.length > 0 ? [documentName] : [])),
    ...[...answered].flatMap(([documentName, answer]) => (answer ? [documentName] : [])),
  ]);
  const read = readLater(laterDocuments ?? [], { known, sent });
  const later = laterDocuments ? read.later : new Map(said.map((one) => [one.documentName, one.later]));
  violations.push(...read.violations);
  for (const { help, kind, requirementId, ...facts } of answers ? required : [])
    if (kind === "QUESTION" && isNeeded(facts) && !sent.has(help) && !later.get(help))
      violations.push(missing(`answers.${requirementId}`, unanswered));
  const kept = [...known].flatMap((documentName): KeptDocument[] => {
    const requirement = required.find(({ help }) => help === documentName);
    const earlier = said.find((one) => one.documentName === documentName);
    if (!requirement && !earlier && !sent.has(documentName) && !later.has(documentName)) return [];
    return [
      {
        ...earlier,
        documentName,
        fileIds: earlier?.fileIds ?? [],
        later: sent.has(documentName) ? null : (later.get(documentName) ?? null),
        answer: answered.get(documentName) ?? null,
        ...(requirement && {
          requirementId: requirement.requirementId,
          isOptional: !isNeeded(requirement),
          ...(requirement.kind === "QUESTION" && { isQuestion: true }),
        }),
      },
    ];
  });
  return { kept, violations };
}

/** Returns the required documents of an applicant after a change of category. */
export function mergeCategory(
  documents: ApplicationDocuments,
  before: readonly KeptDocument[],
): KeptDocument[] {
  return mergeDocuments(documents, before, { documentNames: [], fileCount: 0, laterDocuments: undefined })
    .kept;
}

/** Returns the reasons by document. A document must be known, must not be sent as well, and may be named only once. */
function readLater(
  laterDocuments: readonly LaterDocument[],
  { known, sent }: { known: ReadonlySet<string>; sent: ReadonlySet<string | null> },
) {
  const later = new Map<string, KeptDocument["later"]>();
  const violations = laterDocuments.flatMap(({ documentName, reason, note }, index): InputViolation[] => {
    // `nameDocuments` has already reported the missing name or unknown id as a violation.
    if (!documentName) return [];
    const place = `laterDocuments.${index}`;
    const isTwice = later.has(documentName);
    later.set(documentName, { reason, note: normaliseLaterNote(note) });
    const found = checkLater({ reason, note }, place);
    const refuse = (message: string) => [invalid(`${place}.documentName`, message), ...found];
    if (!known.has(documentName)) return refuse(unknownDocument);
    if (sent.has(documentName)) return refuse(alreadySent);
    return isTwice ? refuse("This document is named twice") : found;
  });
  return { later, violations };
}

export function withReason(
  kept: readonly KeptDocument[],
  { documentName, reason, note }: LaterDocument,
): { kept: KeptDocument[]; violations: InputViolation[] } {
  const violations = checkLater({ reason, note }, "").map((found) => ({ ...found, field: "note" }));
  const document = kept.find((one) => one.documentName === documentName);
  const isSent = document && (document.fileIds.length > 0 || Boolean(document.answer));
  const fault = document ? isSent && alreadySent : unknownDocument;
  if (fault) violations.unshift(invalid("documentName", fault));
  const later = { reason, note: normaliseLaterNote(note) };
  return { kept: kept.map((one) => (one === document ? { ...one, later } : one)), violations };
}

export function withPapers(
  kept: readonly KeptDocument[],
  papers: readonly { documentName: string | null; fileId: string }[],
): KeptDocument[] {
  return kept.map((document) => {
    const added = papers.filter(({ documentName }) => documentName === document.documentName);
    if (added.length === 0) return document;
    return { ...document, fileIds: [...document.fileIds, ...added.map(({ fileId }) => fileId)], later: null };
  });
}

/** Returns the documents with these answers. An answered question is no longer left for later. */
export function withAnswers(
  kept: readonly KeptDocument[],
  answers: readonly { documentName: string; answer: string }[],
): KeptDocument[] {
  return kept.map((document) => {
    const given = answers.find(({ documentName }) => documentName === document.documentName);
    return given ? { ...document, answer: toOneLine(given.answer), later: null } : document;
  });
}

/** Applies the files with which the traveller answers corrections: replacements, and documents that were missing. */
export function answerDocuments(
  kept: readonly KeptDocument[],
  papers: readonly { fileId: string | null; documentName: string | null; newFileId: string }[],
): KeptDocument[] {
  const newIdOf = (old: string) => papers.find(({ fileId }) => fileId === old)?.newFileId ?? old;
  const added = papers.map(({ documentName, newFileId }) => ({ documentName, fileId: newFileId }));
  return withPapers(replacePapers(kept, newIdOf), added);
}

/** Replaces file ids with new ones; undefined removes the file. */
export function replacePapers(
  kept: readonly KeptDocument[],
  newIdOf: (fileId: string) => string | undefined,
): KeptDocument[] {
  return kept.map((document) => ({
    ...document,
    fileIds: document.fileIds.flatMap((fileId) => newIdOf(fileId) ?? []),
  }));
}
