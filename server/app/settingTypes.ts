/** Types of settings that several files share. */
import { z } from "zod";
import { BadSetting } from "../core/errors";

export const optionalText = z.string().min(1).optional();
export const wholeNumber = z.string().regex(/^\d+$/, "must be a whole number").transform(Number);
export const decimalNumber = z
  .string()
  .regex(/^\d+(\.\d+)?$/, "must be a number, like 18 or 0.5")
  .transform(Number);
export const portNumber = wholeNumber.pipe(z.number().min(1).max(65_535));
/** An http(s) address without a trailing slash. */
export const webAddress = z
  .url({ protocol: /^https?$/, error: "must be an http(s) address" })
  .transform((address) => address.replace(/\/+$/, ""));

/** Throws `BadSetting` for the first setting that is blank or invalid. An empty one counts as not set. */
export function parseSettings<Shape extends z.ZodRawShape>(
  settings: z.ZodObject<Shape>,
  environment: NodeJS.ProcessEnv,
): z.output<z.ZodObject<Shape>> {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
  const blank = Object.keys(settings.shape).find((name) => given[name]?.trim() === "");
  if (blank) throw new BadSetting(`Setting ${blank}: is blank; leave it empty for the default`);
  const parsed = settings.safeParse(given, { error: describeIssue });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new BadSetting(`Setting ${issue?.path.join(".")}: ${issue?.message}`);
}

/** Returns the message for an issue, or undefined if the type has its own message. */
function describeIssue(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === "too_small") return `must be ${issue.minimum} or more`;
  if (issue.code === "too_big") return `must be ${issue.maximum} or less`;
  if (issue.code === "invalid_value") return `must be one of: ${issue.values.join(", ")}`;
  return undefined;
}

/** Returns the parts of a comma-separated list. */
export function readList(list: string): string[] {
  return list
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);
}
