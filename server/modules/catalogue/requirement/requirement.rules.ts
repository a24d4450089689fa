/**
 * The requirements of a visa as data: documents, and questions that are answered in one line. Pure; the wizard uses the
 * same rules.
 */
import {
  readFacts,
  type RequirementCondition,
  type RequirementFacts,
  type StoredDocument,
  type TravelerCategory,
} from "./requirementFacts.rules";

export interface VisaRequirement extends Omit<RequirementFacts, "when"> {
  /** The full text: the `documentName` of the country's document. */
  help: string;
  /** If set, the requirement applies only to applicants in this circumstance. */
  circumstance: string | null;
}

export interface StatedVisa {
  visaType: string;
  visaUrl: string;
  isTransit: boolean;
  stayPeriod: string;
  entry: "SINGLE" | "MULTIPLE" | null;
}

/** Returns the requirements of a visa in catalogue order, without repeated texts. */
export function listRequirements(visa: StatedVisa, documents: readonly StoredDocument[]): VisaRequirement[] {
  const found = new Map<string, VisaRequirement>();
  const ids = new Set<string>();
  for (const document of documents) {
    const { when, ...facts } = readFacts(document);
    const help = document.documentName;
    if (document.visaType !== visa.visaType || found.has(help) || !isMet(when, visa)) continue;
    let { requirementId } = facts;
    for (let count = 2; ids.has(requirementId); count++) requirementId = `${facts.requirementId}-${count}`;
    ids.add(requirementId);
    found.set(help, { ...facts, requirementId, help, circumstance: when.circumstance ?? null });
  }
  return [...found.values()];
}

/** Returns the requirements for an applicant; those of every category if the applicant's category is unknown. */
export function requirementsFor<Requirement extends Pick<VisaRequirement, "categories">>(
  requirements: readonly Requirement[],
  travelerType: TravelerCategory | null | undefined,
): Requirement[] {
  return requirements.filter(({ categories }) => !travelerType || categories.includes(travelerType));
}

/** True if every applicant of the requirement's categories has to fulfil it. */
export function isNeeded({
  isRequired,
  circumstance,
}: Pick<VisaRequirement, "isRequired" | "circumstance">): boolean {
  return isRequired && circumstance === null;
}

/** Matches a perfect tense, such as `have been to`, but not `have a visa`. */
const perfect = /^have (?:been|[a-z]+ed) /;

/** Returns a circumstance, such as `If you hold a visa`, as a question that is answered with yes or no. */
export function toQuestion(circumstance: string): string {
  const clause = circumstance.replace(/^If /i, "").replace(/[.:]$/, "");
  const [, pronoun, rest = ""] = /^(you|it) (.+)$/.exec(clause) ?? [];
  if (pronoun === "it") return rest === "applies to you" ? "Does it apply to you?" : fallback(circumstance);
  if (pronoun) {
    const [, verb, others] = /^(are|were|will|can) (.+)$/.exec(rest) ?? [];
    if (verb) return `${capitalise(verb)} you ${others}?`;
    return perfect.test(rest) ? `Have you ${rest.slice("have ".length)}?` : `Do you ${rest}?`;
  }
  const [, subject, verb, others] = /^((?:the|a|an|your) [a-z]+) (is|are|will|can) (.+)$/.exec(clause) ?? [];
  return subject && verb ? `${capitalise(verb)} ${subject} ${others}?` : fallback(circumstance);
}

const fallback = (circumstance: string) => `Does this apply to you? ${circumstance}`;
const capitalise = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** True if the form has a separate field for the files of the requirement. */
export function hasOwnField({ kind }: Pick<VisaRequirement, "kind">): boolean {
  return kind === "PHOTO" || kind === "PASSPORT";
}

/** True if the visa meets the condition. Circumstances are ignored, because only the traveller knows them. */
export function isMet(when: RequirementCondition, visa: Omit<StatedVisa, "visaType">): boolean {
  const days = findStayDays(visa.stayPeriod);
  return (
    (when.visas === undefined || when.visas.includes(visa.visaUrl)) &&
    (when.isTransit === undefined || when.isTransit === visa.isTransit) &&
    (when.entry === undefined || visa.entry === null || when.entry === visa.entry) &&
    (when.minStayDays === undefined || days === undefined || days >= when.minStayDays) &&
    (when.maxStayDays === undefined || days === undefined || days <= when.maxStayDays)
  );
}

/** Returns the days in a text such as `Up to 30 Days per visit` or `48 Hours`; undefined if it contains none. */
function findStayDays(stayPeriod: string): number | undefined {
  const [, count, unit] = /(\d+) (hour|day|month|year)s?/i.exec(stayPeriod) ?? [];
  if (!unit) return undefined;
  const days = { hour: 1 / 24, day: 1, month: 30, year: 365 }[unit.toLowerCase()]!;
  return Math.ceil(Number(count) * days);
}
