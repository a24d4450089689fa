/** The requirements that staff have to compare with their sources. Pure. */
import type { Day } from "../../../core/day.rules";
import { isMet, type StatedVisa } from "./requirement.rules";
import { isCheckDue } from "./requirementChanges.rules";
import type { RequirementFacts } from "./requirementFacts.rules";

interface Item {
  visaType: StatedVisa["visaType"];
  requirement: RequirementFacts;
}

function appliesTo(visa: StatedVisa, { visaType, requirement }: Item): boolean {
  return visa.visaType === visaType && isMet(requirement.when, visa);
}

/** Returns the due requirements of a country, in order, and the visas that they concern. */
export function findDue<Visa extends StatedVisa, Document extends Item>(
  { documents, visas }: { documents: readonly Document[]; visas: readonly Visa[] },
  today: Day,
): {
  requirements: (Pick<Document, "visaType"> & RequirementFacts)[];
  dueVisas: { visa: Visa; dueCount: number }[];
} {
  const due = documents.filter(({ requirement }) => isCheckDue(requirement.checkedOn, today));
  const counted = visas.map((visa) => ({
    visa,
    dueCount: due.filter((document) => appliesTo(visa, document)).length,
  }));
  return {
    requirements: due.map(({ visaType, requirement }) => ({ ...requirement, visaType })),
    dueVisas: counted.filter(({ dueCount }) => dueCount > 0),
  };
}

/** Returns the documents. Those of `visa`, or all if it is undefined, are marked as checked today. */
export function markChecked<Document extends Item>(
  documents: readonly Document[],
  visa: StatedVisa | undefined,
  today: Day,
): Document[] {
  return documents.map((document) =>
    !visa || appliesTo(visa, document)
      ? { ...document, requirement: { ...document.requirement, checkedOn: today } }
      : document,
  );
}
