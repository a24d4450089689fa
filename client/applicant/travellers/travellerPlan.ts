import type { TravelerType } from "../../../server/modules/visaRequest/pricing.rules";

/** An applicant who is still to be added to an application. */
export interface PlannedTraveller {
  category: TravelerType;
  /** The name that was given, or for example "Adult 2". */
  label: string;
}

export type TravellerCounts = Record<TravelerType, number>;

/** Names by category, in the order of their travellers. */
export type TravellerNames = Partial<Record<TravelerType, readonly string[]>>;

/** Below the limit of a quote; larger groups add more applicants later. */
export const maxPlanned = 20;
export const maxPlannedNameLength = 60;

const nouns: Record<TravelerType, string> = { ADULT: "Adult", CHILD: "Child", INFANT: "Infant" };

export const countTravellers = (counts: TravellerCounts): number =>
  counts.ADULT + counts.CHILD + counts.INFANT;

/** Returns the travellers in the order of the wizard: adults first, because one may be a child's guardian. */
export function planTravellers(counts: TravellerCounts, names: TravellerNames = {}): PlannedTraveller[] {
  return (Object.keys(nouns) as TravelerType[]).flatMap((category) =>
    Array.from({ length: counts[category] }, (_traveller, index) => ({
      category,
      label: names[category]?.[index]?.trim() || `${nouns[category]} ${index + 1}`,
    })),
  );
}

/** True if the wizard has to know the plan: without one, it asks for one applicant. */
export const isPlanUseful = (plan: readonly PlannedTraveller[]): boolean => plan.length > 1;
