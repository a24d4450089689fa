import { randomInt } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { GraphqlAnswer } from "../../kit/wire/callApi";

/** Milliseconds; longer than any outage and several uploads on a busy machine. */
const patience = 300_000;
const pauseMs = 300;

/** The call got no response, or 503, so it may have been executed. */
export class Unanswered extends Error {
  override readonly name = "Unanswered";
}

export const randomAddress = (): string => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;

/** Returns the data of a call; rejects with `Unanswered`, or with the errors if the call is refused. */
export async function ask<Data>(call: () => Promise<GraphqlAnswer<Data>>): Promise<Data> {
  const answer = await call().catch((cause: unknown) => {
    throw new Unanswered("No response", { cause });
  });
  if (answer.status === 503) throw new Unanswered("503");
  if (answer.errors) throw new Error(`Refused with ${answer.status}: ${JSON.stringify(answer.errors)}`);
  return answer.data;
}

/** Repeats a call until it is answered. */
export async function insist<T>(call: (attempt: number) => Promise<T>): Promise<T> {
  const until = Date.now() + patience;
  for (let attempt = 0; ; attempt++)
    try {
      return await call(attempt);
    } catch (error) {
      if (!(error instanceof Unanswered) || Date.now() > until) throw error;
      await pause(pauseMs);
    }
}

/**
 * Makes a change that has no idempotency key. After an unanswered attempt, first checks whether the change was made,
 * and checks again if the repeated call is refused.
 */
export const insistOnce = (act: () => Promise<unknown>, isDone: () => Promise<boolean>): Promise<void> =>
  insist(async (attempt) => {
    if (attempt > 0 && (await isDone())) return;
    try {
      await act();
    } catch (error) {
      if (error instanceof Unanswered || attempt === 0 || !(await isDone())) throw error;
    }
  });
