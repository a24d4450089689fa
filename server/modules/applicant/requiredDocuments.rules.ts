/**
 * The documents that a visa requires of each traveller: which of them have a field of their own in the form, and what
 * is said of each of the others. Pure; the wizard uses the same rules.
 */

import { findTextFault } from "../../text.rules";

/** Why a required document is not sent with the application. */
export const laterReasons = ["NOT_READY", "AWAITED", "NOT_NEEDED", "OTHER"] as const;
export type LaterReason = (typeof laterReasons)[number];

/** Characters of the word that goes with the reason. */
export const maxLaterNoteLength = 200;

/** What is said of one required document that is left for later. */
export interface LaterDocument {
  documentName: string;
  reason: LaterReason;
  note?: string | null;
}

/** One required document as it is kept of a traveller; the text stays as it was when it was asked for. */
export interface KeptDocument {
  documentName: string;
  /** The papers that answer it. */
  fileIds: string[];
  /** Why it is left for later; null where it is sent, or where nothing was said. */
  later: { reason: LaterReason; note: string | null } | null;
}

/** Structurally a violation of `server/errors.ts`, which rules may not know. */
export interface DocumentViolation {
  field: string;
  code: "REQUIRED" | "INVALID" | "TOO_LONG";
  message: string;
}

/** The part of a document's text that says what it is, before what is wanted of it. */
const subject =
  /^(.*?)(?:[,;:.]| (?:for|with|without|valid|that|which|in|into|on|when|showing|taken|against|following|made) |$)/i;
const ownPassport = /\bpassports?\b/i;
const somebodyElse = /\b(?:parents?|guardians?|hosts?|sponsors?|spouse|relatives?|employers?)\b/i;
const ownPicture =
  /\b(?:photos?|photographs?|portraits?|pictures?|selfie|likeness|(?:face|portrait) image|biometric prints)\b/i;
/** Papers of before that go beyond the two pages that the form has a field for. */
const earlierPages = /\b(?:earlier|previous|old)\b.*\b(?:visas?|stamps?)\b/i;

/**
 * Whether the form has a field of its own for it: the traveller's photo, and the pages of their passport. A passport with
 * older visas or stamps is more than those pages.
 */
export function hasOwnField(documentName: string): boolean {
  const what = subject.exec(documentName)?.[1] ?? "";
  if (somebodyElse.test(what)) return false;
  if (ownPassport.test(what)) return !earlierPages.test(documentName);
  return ownPicture.test(what);
}

/** The names of the documents that a visa of that type requires beside photo and passport, in their order. */
export function requiredDocumentsOf(visa: {
  visaType: string;
  country: { visaDocuments: readonly { visaType: string; documentName: string }[] };
}): string[] {
  const names = visa.country.visaDocuments
    .filter(({ visaType }) => visaType === visa.visaType)
    .map(({ documentName }) => documentName)
    .filter((documentName) => !hasOwnField(documentName));
  return [...new Set(names)];
}

/** A word on a document as it is stored: one line; null for none. */
function tidyLaterNote(note: string | null | undefined): string | null {
  return (note ?? "").normalize("NFC").replace(/\s+/g, " ").trim() || null;
}

/** What is wrong with a reason and its word; `place` stands before the name of the field. */
export function checkLater(
  { reason, note }: Omit<LaterDocument, "documentName">,
  place: string,
): DocumentViolation[] {
  const field = `${place}.note`;
  const text = tidyLaterNote(note);
  if (!text)
    return reason === "OTHER"
      ? [{ field, code: "REQUIRED", message: "Say in a few words why you send it later" }]
      : [];
  if (text.length > maxLaterNoteLength)
    return [
      { field, code: "TOO_LONG", message: `The word must be ${maxLaterNoteLength} characters or fewer` },
    ];
  const fault = findTextFault(text);
  return fault ? [{ field, code: "INVALID", message: `The word ${fault}` }] : [];
}

/** What was sent about the required documents of a traveller. */
export interface DocumentsSent {
  /** For each file, in their order, the document that it answers; null for one beyond the list. */
  documentNames: readonly (string | null)[];
  fileCount: number;
  /** Undefined where it stays as it is. */
  laterDocuments: readonly LaterDocument[] | undefined;
}

/**
 * What was sent, put together with what is kept: `required` are the visa's documents of today, `before` what was kept so
 * far, without the papers that go. What was said of a document that is no longer on the list stays with its text.
 */
export function mergeDocuments(
  required: readonly string[],
  before: readonly KeptDocument[],
  { documentNames, fileCount, laterDocuments }: DocumentsSent,
): { kept: KeptDocument[]; violations: DocumentViolation[] } {
  const violations: DocumentViolation[] = [];
  const said = before.filter(({ fileIds, later }) => fileIds.length > 0 || later);
  const known = new Set([...required, ...said.map(({ documentName }) => documentName)]);
  const refuse = (field: string, message: string) => violations.push({ field, code: "INVALID", message });
  if (documentNames.length > fileCount)
    refuse("documentNames", "There are more names of documents than document files");
  for (const [index, name] of documentNames.entries())
    if (name !== null && !known.has(name))
      refuse(`documentNames.${index}`, "This visa does not require a document of this name");

  const sent = new Set([
    ...documentNames,
    ...said.flatMap(({ documentName, fileIds }) => (fileIds.length > 0 ? [documentName] : [])),
  ]);
  const later = new Map<string, KeptDocument["later"]>();
  if (!laterDocuments) for (const one of said) later.set(one.documentName, one.later);
  for (const [index, { documentName, reason, note }] of (laterDocuments ?? []).entries()) {
    const place = `laterDocuments.${index}`;
    const field = `${place}.documentName`;
    if (!known.has(documentName)) refuse(field, "This visa does not require a document of this name");
    else if (sent.has(documentName)) refuse(field, "This document is sent, so that it is not left for later");
    else if (later.has(documentName)) refuse(field, "This document is named twice");
    violations.push(...checkLater({ reason, note }, place));
    later.set(documentName, { reason, note: tidyLaterNote(note) });
  }
  const kept = [...known].map((documentName): KeptDocument => ({
    documentName,
    fileIds: said.find((one) => one.documentName === documentName)?.fileIds ?? [],
    later: sent.has(documentName) ? null : (later.get(documentName) ?? null),
  }));
  return { kept, violations };
}

/** The papers put to the documents that they answer, once they have ids. */
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

/** What was sent in answer to corrections: papers in the place of others, and documents that were missing. */
export function answerDocuments(
  kept: readonly KeptDocument[],
  papers: readonly { fileId: string | null; documentName: string | null; newFileId: string }[],
): KeptDocument[] {
  const newIdOf = (old: string) => papers.find(({ fileId }) => fileId === old)?.newFileId ?? old;
  const added = papers.map(({ documentName, newFileId }) => ({ documentName, fileId: newFileId }));
  return withPapers(replacePapers(kept, newIdOf), added);
}

/** The same with another paper in the place of one, or without it. */
export function replacePapers(
  kept: readonly KeptDocument[],
  newIdOf: (fileId: string) => string | undefined,
): KeptDocument[] {
  return kept.map((document) => ({
    ...document,
    fileIds: document.fileIds.flatMap((fileId) => newIdOf(fileId) ?? []),
  }));
}

/** Where a required document stands. */
export type RequiredDocumentState = "SENT" | "LATER" | "NOT_SAID";

/** A required document as it is told. */
export interface RequiredDocument {
  documentName: string;
  state: RequiredDocumentState;
  reason: LaterReason | null;
  note: string | null;
}

export function describeRequired({ documentName, fileIds, later }: KeptDocument): RequiredDocument {
  const state = fileIds.length > 0 ? "SENT" : later ? "LATER" : "NOT_SAID";
  return { documentName, state, reason: later?.reason ?? null, note: later?.note ?? null };
}
