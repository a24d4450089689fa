/** Limits the cost of codes: by country, for the whole installation, and by range of numbers. */
import { invalid } from "../../core/text.rules";
import { DomainError, type UserErrorCode, type Violation } from "../../core/errors";
import type { Log } from "../../core/ports";
import { canGetCodes, noCodesToCountry } from "../user/phoneCountry.rules";
import { describeWait } from "../../platform/rateLimiting/rateLimited";
import { DeviceUnchecked } from "./deviceCheck.service";
import type { SentCodes } from "./auth.repository";
import {
  daySeconds,
  findSpentBudget,
  hourSeconds,
  budgetLevel,
  needsDeviceCheck,
  toRange,
  type SmsBudget,
} from "./smsBudget.rules";

interface Deps {
  log: Log;
  budget: SmsBudget;
  /** Two-letter ISO 3166 codes. */
  countries: readonly string[];
}

/** Messages of the log lines that trigger the operator's alerts. */
const alarms = {
  ALARM: "80 % of the SMS budget is used up",
  END: "the SMS budget is used up",
} as const;

export class SmsBudgetService {
  /** The time of the last warning about each subject, so that a warning is not repeated with every code. */
  readonly #alarmedAt = new Map<string, number>();

  constructor(private readonly deps: Deps) {}

  /** Returns a violation if no SMS are sent to the country of a normalised number. */
  checkCountry(phoneNumber: string): Violation<UserErrorCode>[] {
    if (canGetCodes(phoneNumber, this.deps.countries)) return [];
    return [invalid("phoneNumber", noCodesToCountry)];
  }

  /**
   * Checks that another code may be sent, and alerts the operator if a budget is nearly or fully used up. Call inside
   * the transaction that has read `sent` and inserts the code. Throws `RATE_LIMITED` if a budget or the limit of the
   * number's range is used up, and `DeviceUnchecked` if the device needs a check. Known devices have priority. Numbers
   * with an account do not, because that would reveal which numbers have an account.
   */
  spend(
    phoneNumber: string,
    sent: SentCodes,
    { isKnownDevice, isChecked, now }: { isKnownDevice: boolean; isChecked: boolean; now: Date },
  ): void {
    const { budget, log } = this.deps;
    const spent = { hour: sent.hour.count, day: sent.day.count };
    const over = findSpentBudget(spent, budget, { isKnownDevice });
    if (over) {
      this.#alarm(budgetLevel(spent, budget), now, spent);
      const window = over === "day" ? daySeconds : hourSeconds;
      const age = (now.getTime() - (sent[over].first ?? now).getTime()) / 1000;
      throw tooManyCodes(Math.max(60, Math.ceil(window - age)));
    }
    if (!isKnownDevice) {
      if (!isChecked && needsDeviceCheck(spent, budget)) throw new DeviceUnchecked();
      const range = toRange(phoneNumber).from;
      const numbers = sent.numbersOfRange;
      if (numbers >= budget.perRange) {
        this.#warn(`range ${range}`, now, () =>
          log.warn({ range, numbers }, "many numbers of one range request codes"),
        );
        throw tooManyCodes(hourSeconds);
      }
    }
    const after = { hour: spent.hour + 1, day: spent.day + 1 };
    this.#alarm(budgetLevel(after, budget), now, after);
  }

  #alarm(level: ReturnType<typeof budgetLevel>, now: Date, spent: object): void {
    if (level === "ROOM") return;
    this.#warn(level, now, () => this.deps.log.error({ ...spent, ...this.deps.budget }, alarms[level]));
  }

  /** Warns about each subject at most once an hour. */
  #warn(about: string, now: Date, warn: () => void): void {
    const at = now.getTime();
    if (at - (this.#alarmedAt.get(about) ?? -Infinity) < hourSeconds * 1000) return;
    // Removes old entries, because there are many number ranges.
    for (const [other, then] of this.#alarmedAt)
      if (at - then >= hourSeconds * 1000) this.#alarmedAt.delete(other);
    this.#alarmedAt.set(about, at);
    warn();
  }
}

function tooManyCodes(retryAfter: number): DomainError {
  const message = `We are sending more codes than usual. Please try again in ${describeWait(retryAfter)}`;
  return new DomainError("RATE_LIMITED", message, { retryAfter });
}
