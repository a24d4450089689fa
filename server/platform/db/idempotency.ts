import { createHash } from "node:crypto";
import type { EntityManager } from "typeorm";
import { DomainError } from "../../core/errors";
import { tooLongText } from "../../core/text.rules";
import type { IdempotencyKeyEntity } from "./idempotencyKey.entity";
import { findRow, queryRows, type RowSource } from "./rowSource";
import { makeChanges, toInsert, type Change } from "./changes";

export const maxKeyLength = 64;

type UsedKey = Pick<IdempotencyKeyEntity, "userId" | "operation" | "idempotencyKey">;

/** One call of a mutation that accepts an idempotency key. Without a key, each call is executed. */
export class IdempotentCall {
  readonly #where: UsedKey | undefined;
  readonly #inputHash: string;

  /** `input` is any JSON value. A retry with the same idempotency key must have the same input. */
  constructor(call: { userId: string; operation: string; key: string | null | undefined; input: unknown }) {
    const { userId, operation, key, input } = call;
    if (key && key.length > maxKeyLength)
      throw new DomainError("TOO_LONG", tooLongText("The key", maxKeyLength), { field: "idempotencyKey" });
    this.#where = key ? { userId, operation, idempotencyKey: key } : undefined;
    this.#inputHash = createHash("sha256").update(JSON.stringify(input)).digest("hex");
  }

  /**
   * Returns the id of the object that an earlier call with this key created or changed; undefined if there was no such
   * call. Throws IDEMPOTENCY_CONFLICT if its input was different.
   */
  async findResult(source: RowSource): Promise<string | undefined> {
    const known = this.#where && (await findKey(source, this.#where));
    if (known && known.inputHash !== this.#inputHash)
      throw new DomainError("IDEMPOTENCY_CONFLICT", "This key was already used with other values", {
        field: "idempotencyKey",
      });
    return known?.resultId;
  }

  /** Stores the id of the object under the idempotency key, in the transaction that creates or changes the object. */
  async saveResult(transaction: EntityManager, resultId: string, now: Date): Promise<void> {
    await makeChanges(transaction, this.toChanges(resultId, now));
  }

  /** Returns the changes that `saveResult` makes; none if the call has no idempotency key. */
  toChanges(resultId: string, now: Date): Change[] {
    if (!this.#where) return [];
    const row = { ...this.#where, inputHash: this.#inputHash, resultId, createdAt: now.toISOString() };
    return [toInsert("idempotency_key", row)];
  }
}

export async function removeIdempotencyKeys(transaction: EntityManager, userId: string): Promise<void> {
  await queryRows(transaction, `DELETE FROM idempotency_key WHERE "userId" = ?`, [userId]);
}

async function findKey(
  source: RowSource,
  { userId, operation, idempotencyKey }: UsedKey,
): Promise<IdempotencyKeyEntity | undefined> {
  const sql = `SELECT * FROM idempotency_key WHERE "userId" = ? AND operation = ? AND "idempotencyKey" = ?`;
  return findRow(source, sql, [userId, operation, idempotencyKey]);
}
