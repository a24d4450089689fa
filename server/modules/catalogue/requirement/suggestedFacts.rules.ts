/** Likely facts of a document of which only the text is known: staff may add one without more. Pure. */
import type { RequirementFacts, RequirementKind } from "./requirement.rules";

/** Matches the part of a document's text that names it, before any conditions. */
const subject =
  /^(.*?)(?:[,;:.]| (?:for|with|without|valid|that|which|in|into|on|when|showing|taken|against|following|made) |$)/i;
const ownPassport = /\bpassports?\b/i;
const somebodyElse = /\b(?:parents?|guardians?|hosts?|sponsors?|spouse|relatives?|employers?)\b/i;
const ownPicture =
  /\b(?:photos?|photographs?|portraits?|pictures?|selfie|likeness|(?:face|portrait) image|biometric prints)\b/i;
/** Earlier visas or stamps are more than the two pages that the form has fields for. */
const earlierPages = /\b(?:earlier|previous|old)\b.*\b(?:visas?|stamps?)\b/i;

/** A condition in the text of a document, but not one of a part of it (`, with … if you have them`). */
const condition =
  /^For (?!the\b)|\b(?:if|when) (?:you (?!prefer|leave)|a |your |coming|the trip)|\b(?:any|a) child\b|\b(?:transit|stopover) visas?\b/i;
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
    label: documentName,
    categories: ["ADULT", "CHILD", "INFANT"],
    when: isConditional ? { circumstance: "If it applies to you" } : {},
    isRequired: true,
    fileRules: null,
    sourceUrl: null,
    checkedOn: null,
  };
}
