/**
 * Reads the fields of a request body, with Razorpay's limits and error messages (the Orders tab of its error index).
 */
import type { Notes } from "./entities";
import { badRequest } from "./razorpayError";

export type Body = Readonly<Record<string, unknown>>;

/** Reads Razorpay's `amount`: a whole number of paise, as a number or a string of digits; undefined if omitted. */
export function findAmount(body: Body): number | undefined {
  const { amount } = body;
  if (amount === undefined || amount === null) return undefined;
  const value = typeof amount === "string" && /^-?\d+$/.test(amount) ? Number(amount) : amount;
  if (typeof value !== "number" || !Number.isInteger(value))
    throw badRequest("The amount must be an integer.", { field: "amount" });
  if (!Number.isSafeInteger(value))
    throw badRequest("Amount exceeds maximum amount allowed.", { field: "amount" });
  return value;
}

export function getAmount(body: Body): number {
  const amount = findAmount(body);
  if (amount === undefined) throw badRequest("amount: is required.", { field: "amount" });
  return amount;
}

/** Throws for currencies other than rupees, which the sandbox does not support. */
export function checkCurrency(currency: unknown): void {
  if (currency === undefined || currency === null || currency === "")
    throw badRequest("currency: is required.", { field: "currency" });
  if (currency !== "INR") throw badRequest("Currency is not supported", { field: "currency" });
}

/** Razorpay's limit for a receipt is 40 characters. */
export function findReceipt(body: Body): string | null {
  const { receipt } = body;
  if (receipt === undefined || receipt === null) return null;
  if (typeof receipt !== "string") throw badRequest("The receipt must be a string.", { field: "receipt" });
  if (receipt.length > 40)
    throw badRequest("receipt: the length must be no more than 40.", { field: "receipt" });
  return receipt;
}

/** Reads at most 15 notes of 256 characters each. */
export function readNotes(body: Body): Notes {
  const { notes } = body;
  if (notes === undefined || notes === null) return [];
  if (Array.isArray(notes) && notes.length === 0) return [];
  if (typeof notes !== "object" || Array.isArray(notes))
    throw badRequest("notes must be a valid key value pair", { field: "notes" });
  const pairs = Object.entries(notes);
  if (pairs.length > 15)
    throw badRequest("Number of fields in notes should be less than or equal to 15", { field: "notes" });
  for (const [, value] of pairs) {
    const isText = typeof value === "string" || typeof value === "number";
    if (!isText || String(value).length > 256)
      throw badRequest("Notes value cannot be longer than 256 characters", { field: "notes" });
  }
  return pairs.length === 0 ? [] : Object.fromEntries(pairs);
}
