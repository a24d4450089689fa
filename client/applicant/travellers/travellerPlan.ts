import type { TravelerType } from "../../../server/modules/visaRequest/pricing.rules";

/** An applicant who is still to be added to an application. */
export interface PlannedTraveller {
  /** The given name, or a label such as "Adult 2". */
  label: string;
  /** Set if the applicant's details are already stored and only documents may be missing. */
  visaApplicantId?: string;
}

export type TravellerCounts = Record<TravelerType, number>;

/** The names of each category's travellers, in the order of their numbers. */
export type TravellerNames = Partial<Record<TravelerType, readonly string[]>>;

/**
 * Maximum number of planned applicants, which is below a quote's maximum. Larger groups add further applicants later.
 */
export const maxPlanned = 20;
export const maxPlannedNameLength = 60;

const nouns: Record<TravelerType, string> = { ADULT: "Adult", CHILD: "Child", INFANT: "Infant" };

export const countTravellers = (counts: TravellerCounts): number =>
  counts.ADULT + counts.CHILD + counts.INFANT;

/** Returns the travellers in the order of the wizard: adults first, because one may be a child's guardian. */
export function planTravellers(counts: TravellerCounts, names: TravellerNames = {}): PlannedTraveller[] {
  return (Object.keys(nouns) as TravelerType[]).flatMap((category) =>
    Array.from({ length: counts[category] }, (_traveller, index) => ({
      label: names[category]?.[index]?.trim() || `${nouns[category]} ${index + 1}`,
    })),
  );
}

/** False for a single new applicant, for whom the wizard needs no plan. */
export const isPlanUseful = (plan: readonly PlannedTraveller[]): boolean =>
  plan.length > 1 || plan.some(({ visaApplicantId }) => visaApplicantId);

interface Present {
  visaApplicantId: string;
}

/** Returns the plan without applicants who are no longer in the application. */
export function withoutRemoved(
  plan: readonly PlannedTraveller[],
  present: readonly Present[],
): PlannedTraveller[] {
  const isThere = (id: string) => present.some(({ visaApplicantId }) => visaApplicantId === id);
  return plan.filter(({ visaApplicantId }) => !visaApplicantId || isThere(visaApplicantId));
}

/** Names the next planned applicant, e.g. "Adult 2, 2 of 3"; undefined without a plan. */
export function describePlanned(
  plan: readonly PlannedTraveller[],
  present: readonly Present[],
): string | undefined {
  const [turn] = plan;
  const total = present.length + plan.filter(({ visaApplicantId }) => !visaApplicantId).length;
  return turn && `${turn.label}, ${total - plan.length + 1} of ${total}`;
}
