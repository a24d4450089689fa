/** The shapes that settings of several files have. */
import { z } from "zod";

export const optionalText = z.string().min(1).optional();
export const wholeNumber = z.string().regex(/^\d+$/, "must be a whole number").transform(Number);
export const decimalNumber = z
  .string()
  .regex(/^\d+(\.\d+)?$/, "must be a number, like 18 or 0.5")
  .transform(Number);
export const portNumber = wholeNumber.pipe(z.number().min(1).max(65_535));
/** Without a trailing slash. */
export const webAddress = z
  .url({ protocol: /^https?$/, error: "must be an http(s) address" })
  .transform((address) => address.replace(/\/+$/, ""));

/** Returns the parts of a comma-separated list. */
export function readList(list: string): string[] {
  return list
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);
}
