/** Parses JSON and form bodies as Razorpay does, instead of with the host app's parsers. */
import type { FastifyInstance } from "fastify";
import type { Body } from "./fields";
import { requestError } from "./razorpayError";

const bodyLimit = 100 * 1024;

export function addBodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "string", bodyLimit }, (_request, text, done) => {
    try {
      done(null, parseJson(String(text)));
    } catch (error) {
      done(error as Error);
    }
  });
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string", bodyLimit },
    (_request, text, done) => done(null, parseForm(String(text))),
  );
}

export function getBody(body: unknown): Body {
  return (body ?? {}) as Body;
}

function parseJson(text: string): Body {
  if (text.trim() === "") return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw requestError(400, "The request body is not valid JSON.");
  }
  // PHP clients send [] for an object without fields.
  if (Array.isArray(value) && value.length === 0) return {};
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw requestError(400, "The request body must be a JSON object.");
  return value as Body;
}

/** Parses flat fields, and one level of `notes[key]=value`. */
function parseForm(text: string): Body {
  const fields = new Map<string, unknown>();
  const groups = new Map<string, [string, string][]>();
  for (const [name, value] of new URLSearchParams(text)) {
    const [, group, key] = /^(\w+)\[([^\]]*)\]$/.exec(name) ?? [];
    if (group === undefined || key === undefined) fields.set(name, value);
    else groups.set(group, [...(groups.get(group) ?? []), [key, value]]);
  }
  for (const [group, pairs] of groups) fields.set(group, Object.fromEntries(pairs));
  return Object.fromEntries(fields);
}
