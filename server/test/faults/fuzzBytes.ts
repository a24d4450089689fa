/** Corrupts valid texts with fast-check. Each character of a text is one byte (latin1). */
import fc from "fast-check";
import type { RawRequest } from "./rawExchange";

/** Bytes that often break parsers, and random ones. */
const troublesome = fc.oneof(
  fc.constantFrom(
    "\0",
    "\r\n",
    "\r\n\r\n",
    "--",
    '"',
    "\\",
    "{",
    "}",
    "\xff\xfe",
    "\xc3",
    "\xed\xa0\x80",
    "\u007f",
    ";",
    ":",
  ),
  fc.constantFrom(
    "__proto__",
    "constructor",
    "null",
    "1e999",
    "-1",
    "\\u0000",
    "\\ud800",
    "%00",
    "../",
    "9".repeat(40),
  ),
  fc.uint8Array({ minLength: 1, maxLength: 12 }).map((bytes) => Buffer.from(bytes).toString("latin1")),
);

const edit = fc.record({
  kind: fc.constantFrom("insert", "delete", "replace", "repeat"),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.integer({ min: 1, max: 60 }),
  bytes: troublesome,
});

type Edit = typeof edit extends fc.Arbitrary<infer T> ? T : never;

/** Up to four changes anywhere in a text. */
export const edits = fc.array(edit, { maxLength: 4 });

export function applyEdits(text: string, changes: readonly Edit[]): string {
  return changes.reduce((now, { kind, at, length, bytes }) => {
    const from = Math.floor(now.length * at);
    const [before, part, after] = [
      now.slice(0, from),
      now.slice(from, from + length),
      now.slice(from + length),
    ];
    if (kind === "insert") return before + bytes + part + after;
    if (kind === "delete") return before + after;
    if (kind === "replace") return before + bytes + after;
    return before + part.repeat(3) + after;
  }, text);
}

/** Ways to send a body: with a correct or wrong Content-Length, in chunks, in packets, or cut off. */
const sending = fc.record({
  length: fc.oneof(
    { weight: 12, arbitrary: fc.constant("right") },
    { weight: 4, arbitrary: fc.constant("chunked") },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        "short",
        "long",
        "none",
        "-1",
        "abc",
        "1e3",
        "9".repeat(20),
        "both",
        "bad chunks",
      ),
    },
  ),
  splits: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 5 }),
  cutAt: fc.oneof(
    { weight: 9, arbitrary: fc.constant(1) },
    { weight: 1, arbitrary: fc.double({ min: 0, max: 0.99, noNaN: true }) },
  ),
});

/** Generates `right` or, one time in eleven, a wrong value. */
export function mostly<T>(right: T, ...wrong: T[]): fc.Arbitrary<T> {
  return fc.oneof(
    { weight: 10, arbitrary: fc.constant(right) },
    { weight: 1, arbitrary: fc.constantFrom(...wrong) },
  );
}

export interface Body {
  path: string;
  headers: Record<string, string>;
  body: string;
}

/** Turns a body into the request that is sent over the wire. */
export function sent(bodies: fc.Arbitrary<Body>): fc.Arbitrary<RawRequest> {
  return fc.tuple(bodies, sending).map(([{ path, headers, body }, { length, splits, cutAt }]) => {
    const head = { Host: "127.0.0.1", Connection: "close", ...headers, ...lengthHeaders(length, body) };
    const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`);
    const wire =
      length === "chunked" || length === "bad chunks" ? inChunks(body, splits, length === "chunked") : body;
    const complete = cutAt === 1 && (length === "right" || length === "chunked");
    return { text: `POST ${path} HTTP/1.1\r\n${lines.join("")}\r\n${wire}`, splits, cutAt, complete };
  });
}

function lengthHeaders(length: string, { length: real }: string): Record<string, string> {
  const chunked = { "Transfer-Encoding": "chunked" };
  if (length === "right") return { "Content-Length": String(real) };
  if (length === "chunked" || length === "bad chunks") return chunked;
  if (length === "both") return { ...chunked, "Content-Length": String(real) };
  if (length === "none") return {};
  if (length === "short") return { "Content-Length": String(Math.floor(real / 2)) };
  if (length === "long") return { "Content-Length": String(real + 100) };
  return { "Content-Length": length };
}

function inChunks(body: string, splits: readonly number[], right: boolean): string {
  const places = [...splits, 1].map((share) => Math.ceil(body.length * share)).toSorted((a, b) => a - b);
  let from = 0;
  let wire = "";
  for (const to of places) {
    if (to > from) wire += `${(to - from + (right ? 0 : 1)).toString(16)}\r\n${body.slice(from, to)}\r\n`;
    from = Math.max(from, to);
  }
  return `${wire}0\r\n\r\n`;
}
