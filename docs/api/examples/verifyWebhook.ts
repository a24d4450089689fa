import { createHmac, timingSafeEqual } from "node:crypto";

/** Returns the event if one of the signatures matches, and throws otherwise. `body` is the request's raw body. */
export function verifyWebhook(
  body: string,
  headers: Record<string, string | string[] | undefined>,
  secret: string,
): { type: string; timestamp: string; data: Record<string, unknown> } {
  const header = (name: string) => String(headers[name] ?? "");
  const timestamp = header("webhook-timestamp");
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= 5 * 60)) throw new Error("Too old, or too new");
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const signed = `${header("webhook-id")}.${timestamp}.${body}`;
  const expected = createHmac("sha256", key).update(signed).digest();
  const isValid = header("webhook-signature")
    .split(" ")
    .filter((one) => one.startsWith("v1,"))
    .map((one) => Buffer.from(one.slice("v1,".length), "base64"))
    .some((given) => given.length === expected.length && timingSafeEqual(given, expected));
  if (!isValid) throw new Error("No signature matches");
  return JSON.parse(body) as ReturnType<typeof verifyWebhook>;
}
