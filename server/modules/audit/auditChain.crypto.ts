import { createHmac, timingSafeEqual } from "node:crypto";
import type { AuditEventEntity } from "./audit.entity";
import { canonicalText, headText, type AuditHead, type HashedEvent } from "./audit.rules";

export type AuditPlace = Pick<AuditEventEntity, "sequence" | "previousHash" | "hash">;

/** Hashes events and signs the head. The key is separate, so that a new `DATA_KEY` does not change the chain. */
export class AuditChain {
  constructor(private readonly key: Buffer) {
    if (key.length !== 32) throw new Error("The key of the audit log must have 32 bytes");
  }

  hash(event: HashedEvent): string {
    return this.#mac(canonicalText(event));
  }

  follow(head: AuditHead, event: Omit<HashedEvent, "sequence" | "previousHash">): AuditPlace {
    const place = { sequence: head.count + 1, previousHash: head.hash };
    return { ...place, hash: this.hash({ ...event, ...place }) };
  }

  signHead(head: AuditHead): string {
    return JSON.stringify({ ...head, signature: this.#mac(headText(head)) });
  }

  /** Returns the head, or undefined if it is missing, changed or signed with another key. */
  readHead(text: string | null | undefined): AuditHead | undefined {
    if (!text) return undefined;
    let head: { count?: unknown; hash?: unknown; signature?: unknown };
    try {
      head = JSON.parse(text) as typeof head;
    } catch {
      return undefined;
    }
    const { count, hash, signature } = head;
    if (typeof count !== "number" || typeof hash !== "string" || typeof signature !== "string")
      return undefined;
    const expected = Buffer.from(this.#mac(headText({ count, hash })));
    const given = Buffer.from(signature);
    return given.length === expected.length && timingSafeEqual(given, expected) ? { count, hash } : undefined;
  }

  #mac(text: string): string {
    return createHmac("sha256", this.key).update(text).digest("hex");
  }
}
