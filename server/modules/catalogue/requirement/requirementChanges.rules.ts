/** Validates requirements that staff edit, and decides when they have to be checked again. Pure. */
import { addDays, isDay, type Day } from "../../../core/day.rules";
import {
  findTextViolation,
  invalid,
  missing,
  tooLong,
  toOneLine,
  type InputViolation,
} from "../../../core/text.rules";
import {
  readFacts,
  type FileRules,
  type RequirementCondition,
  type RequirementFacts,
  type StoredDocument,
} from "./requirementFacts.rules";

/** Maximum lengths in characters. */
export const requirementLimits = {
  requirementId: 60,
  label: 60,
  circumstance: 120,
  sourceUrl: 500,
  /** Maximum for days of stay, kilobytes and millimetres. */
  number: 10_000,
} as const;

/** A requirement is compared with its source again after this many days. */
export const checkedForDays = 180;

type Loose<Shape> = { [Key in keyof Shape]?: Shape[Key] | null | undefined };

/** Facts as sent. A null part counts as omitted. */
export interface FactsInput extends Omit<RequirementFacts, "when" | "fileRules" | "sourceUrl" | "checkedOn"> {
  when?: Loose<RequirementCondition> | null;
  fileRules?: Loose<FileRules> | null;
  sourceUrl?: string | null;
  checkedOn?: Day | null;
}

/** The visas of the country, and the day of the change. */
export interface Offered {
  visas: readonly { visaType: string; visaUrl: string }[];
  today: Day;
}

/** True if a requirement was never checked, or not within the last `checkedForDays` days. */
export function isCheckDue(checkedOn: Day | null, today: Day): boolean {
  return checkedOn === null || checkedOn < addDays(today, -checkedForDays);
}

export function normaliseFacts({ when, fileRules, ...facts }: FactsInput): RequirementFacts {
  const { requirementId, kind, label, isRequired } = facts;
  const { minStayDays, maxStayDays, entry, isTransit, visas } = when ?? {};
  const circumstance = toOneLine(when?.circumstance ?? "");
  const { formats, maxKilobytes, widthMillimetres, heightMillimetres } = fileRules ?? {};
  const rules = {
    formats: formats?.length ? [...new Set(formats)] : null,
    maxKilobytes: maxKilobytes ?? null,
    widthMillimetres: widthMillimetres ?? null,
    heightMillimetres: heightMillimetres ?? null,
  };
  return {
    requirementId,
    kind,
    label: toOneLine(label),
    categories: [...new Set(facts.categories)],
    when: {
      ...(minStayDays != null && { minStayDays }),
      ...(maxStayDays != null && { maxStayDays }),
      ...(entry && { entry }),
      ...(isTransit != null && { isTransit }),
      ...(visas?.length && { visas: [...new Set(visas)] }),
      ...(circumstance && { circumstance }),
    },
    isRequired,
    isSameForAll: facts.isSameForAll === true,
    fileRules: Object.values(rules).some((rule) => rule !== null) ? rules : null,
    sourceUrl: facts.sourceUrl?.trim() || null,
    checkedOn: facts.checkedOn ?? null,
  };
}

/** Returns the violations of normalised facts; `path` is their place in the input, e.g. `documents.2`. */
export function checkFacts(
  facts: RequirementFacts,
  { path, visaType, visas, today }: Offered & { path: string; visaType: string },
): InputViolation[] {
  const { requirementId, label, categories, when, fileRules, kind, sourceUrl, checkedOn } = facts;
  const ofType = visas.filter((visa) => visa.visaType === visaType).map(({ visaUrl }) => visaUrl);
  const found = [
    ...checkId(requirementId),
    ...checkLine("label", "Label", label, requirementLimits.label),
    ...(categories.length === 0 ? [missing("categories", "Choose at least one category")] : []),
    ...checkCondition(when, ofType),
    ...(fileRules && kind === "QUESTION" ? [invalid("fileRules", "A question has no file rules")] : []),
    ...checkNumber("fileRules.maxKilobytes", "Largest size", fileRules?.maxKilobytes),
    ...checkNumber("fileRules.widthMillimetres", "Width", fileRules?.widthMillimetres),
    ...checkNumber("fileRules.heightMillimetres", "Height", fileRules?.heightMillimetres),
    ...(sourceUrl === null ? [] : checkSource(sourceUrl)),
    ...(checkedOn === null ? [] : checkDay(checkedOn, today)),
  ];
  return found.map((violation) => ({ ...violation, field: `${path}.requirement.${violation.field}` }));
}

function checkCondition(when: RequirementCondition, visaUrls: readonly string[]): InputViolation[] {
  const { minStayDays, maxStayDays, visas, circumstance } = when;
  const stranger = visas?.find((url) => !visaUrls.includes(url));
  const isClause = circumstance === undefined || /^If \S/.test(circumstance);
  return [
    ...checkNumber("when.minStayDays", "Shortest stay", minStayDays),
    ...checkNumber("when.maxStayDays", "Longest stay", maxStayDays),
    ...((minStayDays ?? 0) > (maxStayDays ?? Infinity)
      ? [invalid("when.maxStayDays", "The longest stay is shorter than the shortest")]
      : []),
    ...(stranger === undefined
      ? []
      : [invalid("when.visas", `${shorten(stranger)} is not a visa of this country and type`)]),
    ...(isClause ? [] : [invalid("when.circumstance", "Begin with “If”, as in “If you carry medicines”")]),
    ...(isClause && circumstance !== undefined
      ? checkLine("when.circumstance", "Circumstance", circumstance, requirementLimits.circumstance)
      : []),
  ];
}

function checkId(requirementId: string): InputViolation[] {
  const field = "requirementId";
  if (requirementId.length > requirementLimits.requirementId)
    return [tooLong(field, atMost("Id", requirementLimits.requirementId))];
  if (/^[a-z0-9]+(-[a-z0-9]+)*$/.test(requirementId)) return [];
  return [invalid(field, "Id: small letters, digits and single dashes")];
}

function checkLine(field: string, name: string, text: string, longest: number): InputViolation[] {
  const found = checkText(field, name, text, longest);
  if (found.length > 0 || !/<[a-z/!]/i.test(text)) return found;
  return [invalid(field, `${name} is shown as it is typed: remove the markup`)];
}

function checkNumber(field: string, name: string, value: number | null | undefined): InputViolation[] {
  const { number } = requirementLimits;
  if (value == null || (Number.isInteger(value) && value >= 1 && value <= number)) return [];
  return [invalid(field, `${name}: a whole number from 1 to ${number.toLocaleString("en")}`)];
}

function checkDay(checkedOn: string, today: Day): InputViolation[] {
  if (!isDay(checkedOn)) return [invalid("checkedOn", "Day of the check: DD-MM-YYYY")];
  if (checkedOn <= today) return [];
  return [{ field: "checkedOn", code: "DATE_IN_FUTURE", message: "The day of the check is in the future" }];
}

function checkSource(sourceUrl: string): InputViolation[] {
  const { sourceUrl: longest } = requirementLimits;
  if (sourceUrl.length > longest) return [tooLong("sourceUrl", atMost("Source", longest))];
  return isHttpsUrl(sourceUrl) ? [] : [invalid("sourceUrl", "Source: a link that begins with https://")];
}

const atMost = (name: string, longest: number) => `${name}: ${longest} characters at most`;

/** Returns a violation if a mandatory text is empty, too long or contains invalid characters. */
export function checkText(field: string, name: string, text: string, longest: number): InputViolation[] {
  if (text === "") return [missing(field, `${name} is missing`)];
  if (text.length > longest) return [tooLong(field, atMost(name, longest))];
  if (!findTextViolation(text)) return [];
  return [invalid(field, `${name} contains characters that cannot be displayed`)];
}

/** True if staff and programs can safely open the link: no user name, password or spaces. */
function isHttpsUrl(text: string): boolean {
  if (!/^https:\/\/[^\s<>"]+$/i.test(text) || !URL.canParse(text)) return false;
  const { username, password, hostname } = new URL(text);
  return username === "" && password === "" && hostname.includes(".");
}

const shorten = (text: string) => (text.length > 60 ? `${text.slice(0, 60)}…` : text);

/** Returns a violation for each id that an earlier requirement of the same visa type has. */
export function findRepeatedIds(
  documents: readonly { visaType: string; requirement?: { requirementId: string } | null }[],
): InputViolation[] {
  const seen = new Set<string>();
  return documents.flatMap(({ visaType, requirement }, at) => {
    if (!requirement) return [];
    const key = `${visaType}/${requirement.requirementId}`;
    if (!seen.has(key)) return (seen.add(key), []);
    const message = `Another requirement has the id ${shorten(requirement.requirementId)}`;
    return [invalid(`documents.${at}.requirement.requirementId`, message)];
  });
}

/** Returns the facts of a country's documents, in order. Makes suggested ids unique per visa type. */
export function readAllFacts(documents: readonly StoredDocument[]): RequirementFacts[] {
  const all = documents.map((document) => normaliseFacts(readFacts(document)));
  const taken = new Set(
    documents.flatMap(({ visaType, requirement }, at) =>
      requirement ? [`${visaType}/${all[at]!.requirementId}`] : [],
    ),
  );
  return documents.map(({ visaType, requirement }, at) => {
    const facts = all[at]!;
    if (requirement) return facts;
    let { requirementId } = facts;
    for (let count = 2; taken.has(`${visaType}/${requirementId}`); count++)
      requirementId = `${facts.requirementId}-${count}`;
    taken.add(`${visaType}/${requirementId}`);
    return { ...facts, requirementId };
  });
}
