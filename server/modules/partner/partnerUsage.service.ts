/**
 * Counts the use of a partner's keys by day. Each process counts in memory and adds its counts to the stored ones once
 * a minute, because one write per request would cost more than most requests. A crash loses the counts of that minute.
 */
import pLimit from "p-limit";
import type { Platform } from "../../platform/adapters/Platform";
import type { RateLimits } from "../../platform/rateLimiting/RateLimits";
import { addDays, todayInKolkata, type Day } from "../../core/day.rules";
import { toPartner, type Principal } from "../../core/principal";
import type { PartnerUsageEntity } from "./partner.entity";
import type { PartnerView } from "./partner.logic";
import { usageDays } from "./partner.rules";
import * as partners from "./partner.repository";

/** HTTP statuses of rejected operations: without permission, or over a limit. */
const refusedStatuses = [403, 429];

type UsageDay = Omit<PartnerUsageEntity, "partnerId">;

interface Deps extends Pick<Platform, "db" | "clock"> {
  limits: Pick<RateLimits, "costOf" | "findUsed">;
}

export class PartnerUsageService {
  #counted = new Map<string, PartnerUsageEntity>();
  /**
   * Storing and reading exclude each other, because counts that are being stored are briefly neither in memory nor in
   * the database.
   */
  readonly #inTurn = pLimit(1);
  /** The day on which this process last removed old counts. */
  #cleanedOn: Day = "";

  constructor(private readonly deps: Deps) {}

  /** Counts a request with a key, after its response, if it ran an operation or was rejected. */
  count(caller: Principal, statusCode: number): void {
    if (!caller.partner) return;
    const cost = this.deps.limits.costOf(caller)?.operation;
    const isRefused = refusedStatuses.includes(statusCode);
    if (cost === undefined && !isRefused) return;
    const { userId: partnerId } = caller.session;
    const usage = { operations: 1, refused: Number(isRefused), cost: isRefused ? 0 : (cost ?? 0) };
    this.#add({ partnerId, day: todayInKolkata(this.deps.clock.now()), ...usage });
  }

  /** Stores the counts of this process. If that fails, they are stored with the next ones. */
  flush(): Promise<void> {
    return this.#inTurn(() => this.#store());
  }

  async #store(): Promise<void> {
    const { clock, db } = this.deps;
    const today = todayInKolkata(clock.now());
    const counted = [...this.#counted.values()];
    if (counted.length === 0) return;
    this.#counted = new Map();
    try {
      await db.write(async (transaction) => {
        for (const one of counted) await partners.addUsage(transaction, one);
        if (this.#cleanedOn !== today) await partners.removeUsageBefore(transaction, firstDay(today));
      });
      this.#cleanedOn = today;
    } catch (error) {
      for (const one of counted) this.#add(one);
      throw error;
    }
  }

  /** Returns the counts of the last days, oldest first, including those that this process has not stored yet. */
  async listDays({ partnerId }: Pick<PartnerView, "partnerId">): Promise<UsageDay[]> {
    const { clock, db } = this.deps;
    const from = firstDay(todayInKolkata(clock.now()));
    const [stored, waiting] = await this.#inTurn(async () => [
      await partners.findUsage(db.read, partnerId, from),
      [...this.#counted.values()].filter((one) => one.partnerId === partnerId),
    ]);
    return Array.from({ length: usageDays }, (_, index) => {
      const day = addDays(from, index);
      const counts = [...stored, ...waiting].filter((one) => one.day === day);
      return counts.reduce<UsageDay>((sum, one) => addUp(sum, one), { day, ...none });
    });
  }

  async findUsed(
    { partnerId, limits }: Pick<PartnerView, "partnerId" | "limits">,
    name: "points" | "write" | "gateway",
  ): Promise<number> {
    const access = { partnerKeyId: "", scopes: [], limits, feeInr: null };
    return this.deps.limits.findUsed(toPartner({ address: "" }, partnerId, access), name);
  }

  #add(usage: PartnerUsageEntity): void {
    const { partnerId, day } = usage;
    const key = `${partnerId} ${day}`;
    const known = this.#counted.get(key) ?? { day, ...none };
    this.#counted.set(key, { partnerId, ...addUp(known, usage) });
  }
}

const none = { operations: 0, refused: 0, cost: 0 };

const firstDay = (today: Day) => addDays(today, 1 - usageDays);

const addUp = (one: UsageDay, other: UsageDay): UsageDay => ({
  day: one.day,
  operations: one.operations + other.operations,
  refused: one.refused + other.refused,
  cost: one.cost + other.cost,
});
