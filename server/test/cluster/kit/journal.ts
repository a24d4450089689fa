import type { Traveller } from "../../kit/personas/traveller";
import type { KnownFile } from "../../faults/kit/model";

export interface ApplicantEntry {
  visaApplicantId: string;
  passportNumber: string;
  firstName: string;
  lastName: string;
  photo: KnownFile;
  paper: Uint8Array;
  decision?: "APPROVED" | "REJECTED";
  /** The visa file with which the applicant was approved. */
  visa?: Uint8Array;
}

export interface ApplicationEntry {
  traveller: Traveller;
  visaRequestId: string;
  orderId?: string;
  isPaid?: boolean;
  applicants: ApplicantEntry[];
}

/** Records acknowledged calls, and faults, which must not occur. */
export class Journal {
  readonly applications: ApplicationEntry[] = [];
  /** Paid applications that no staff member has taken yet. */
  readonly undecided: ApplicationEntry[] = [];
  /** Acknowledged calls by kind. */
  readonly acknowledged = new Map<string, number>();
  readonly faults: string[] = [];
  /** Acknowledged prices, each higher than the one before. */
  readonly prices: { price: number; at: number }[] = [];

  count(kind: string): void {
    this.acknowledged.set(kind, (this.acknowledged.get(kind) ?? 0) + 1);
  }

  /** Returns the lowest price that a call may still charge if it begins at `moment`. */
  lowestPriceAt(moment: number): number {
    return this.prices.findLast(({ at }) => at <= moment)?.price ?? 0;
  }

  /** Repeats an actor's work until the end; a failure is recorded as a fault and ends only one repetition. */
  async repeat(isOver: () => boolean, work: () => Promise<void>): Promise<void> {
    while (!isOver())
      try {
        await work();
      } catch (error) {
        this.faults.push(
          error instanceof Error ? (error.stack ?? error.message).slice(0, 1500) : String(error),
        );
      }
  }
}
