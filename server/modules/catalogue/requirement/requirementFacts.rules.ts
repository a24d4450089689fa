/** The stored facts of a requirement, and suggested facts for a document that has only a text. Pure. */
import type { Day } from "../../../core/day.rules";
import { toSlug } from "../countrySearch.rules";

/** PHOTO and PASSPORT are uploaded in their own fields; a QUESTION is answered with a text. */
export const requirementKinds = ["PHOTO", "PASSPORT", "DOCUMENT", "QUESTION"] as const;
export type RequirementKind = (typeof requirementKinds)[number];

export const travelerCategories = ["ADULT", "CHILD", "INFANT"] as const;
export type TravelerCategory = (typeof travelerCategories)[number];

export const fileFormats = ["JPG", "PNG", "PDF"] as const;

/** A visa meets the condition if it meets all parts that are set. */
export interface RequirementCondition {
  /** The shortest and longest stay, in days. A visa without a stated stay meets both. */
  minStayDays?: number | undefined;
  maxStayDays?: number | undefined;
  entry?: "SINGLE" | "MULTIPLE" | undefined;
  isTransit?: boolean | undefined;
  visas?: string[] | undefined;
  /** A condition that only the traveller knows, as a clause: `If you carry medicines`. */
  circumstance?: string | undefined;
}

/** The authority's rules for a file; null if not stated. */
export interface FileRules {
  formats: (typeof fileFormats)[number][] | null;
  maxKilobytes: number | null;
  widthMillimetres: number | null;
  heightMillimetres: number | null;
}

/** The stored facts of a requirement, besides its text and visa type. */
export interface RequirementFacts {
  /** A slug that stays the same if the text changes; unique per country and visa type. */
  requirementId: string;
  kind: RequirementKind;
  /** A short name. */
  label: string;
  categories: TravelerCategory[];
  when: RequirementCondition;
  /** False if the application is complete without the requirement. */
  isRequired: boolean;
  /** True if people who travel together give the same answer, which is then prefilled in the next applicant's form. */
  isSameForAll?: boolean | undefined;
  fileRules: FileRules | null;
  /** The authority's page that states the requirement. */
  sourceUrl: string | null;
  /** The day of the last comparison with the source; null if there was none. */
  checkedOn: Day | null;
}

/** A country's document as stored; `requirement` is `RequirementFacts` as JSON, or null. */
export interface StoredDocument {
  visaType: string;
  documentName: string;
  requirement: string | null;
}

/** Returns the facts of a stored document, or suggested facts if only its text is stored. */
export function readFacts({ documentName, requirement }: StoredDocument): RequirementFacts {
  return requirement
    ? (JSON.parse(requirement) as RequirementFacts)
    : { requirementId: suggestId(documentName), ...suggestFacts(documentName) };
}

/** Returns an id for a new requirement, made from its label or text. */
export function suggestId(text: string): string {
  const slug = toSlug(text).replace(/[^a-z0-9]+/g, "-");
  return slug.slice(0, 60).replace(/^-+|-+$/g, "") || "requirement";
}

/** Matches the part of a text that names the document, before any conditions. */
const subject =
  /^(.*?)(?:[,;:.]| (?:for|with|without|valid|that|which|in|into|on|when|showing|taken|against|following|made) |$)/i;
const ownPassport = /\bpassports?\b/i;
const somebodyElse = /\b(?:parents?|guardians?|hosts?|sponsors?|spouse|relatives?|employers?)\b/i;
const ownPicture =
  /\b(?:photos?|photographs?|portraits?|pictures?|selfie|likeness|(?:face|portrait) image|biometric prints)\b/i;
/** Matches texts about earlier visas or stamps, which need more than the form's two passport pages. */
const earlierPages = /\b(?:earlier|previous|old)\b.*\b(?:visas?|stamps?)\b/i;

/** Matches a condition on a document. */
const condition =
  /^For (?!the\b)|\b(?:if|when) (?:you (?!prefer|leave)|a |your |coming|the trip)|\b(?:any|a) child\b|\b(?:transit|stopover) visas?\b/i;
/** Matches an addition whose conditions concern only a part of the document: `, with … if you have them`. */
const partOnly = /, with [^,]*$/;

function suggestKind(documentName: string): RequirementKind {
  const what = subject.exec(documentName)?.[1] ?? "";
  if (somebodyElse.test(what)) return "DOCUMENT";
  if (ownPassport.test(what)) return earlierPages.test(documentName) ? "DOCUMENT" : "PASSPORT";
  return ownPicture.test(what) ? "PHOTO" : "DOCUMENT";
}

export function suggestFacts(documentName: string): Omit<RequirementFacts, "requirementId"> {
  const isConditional = condition.test(documentName.replace(partOnly, ""));
  return {
    kind: suggestKind(documentName),
    label: suggestLabel(documentName),
    categories: ["ADULT", "CHILD", "INFANT"],
    when: isConditional ? { circumstance: "If it applies to you" } : {},
    isRequired: true,
    fileRules: null,
    sourceUrl: null,
    checkedOn: null,
  };
}

/** Returns a short label without markup. */
function suggestLabel(documentName: string): string {
  const text = documentName.replace(/[<>]/g, "");
  if (text.length <= 60) return text;
  const what = subject.exec(text)?.[1] ?? "";
  return what.length > 0 && what.length <= 60 ? what : `${text.slice(0, 59).trimEnd()}…`;
}
