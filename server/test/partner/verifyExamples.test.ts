import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { verifyWebhook } from "../../../docs/api/examples/verifyWebhook";
import { makeSecret, signMessage } from "../../modules/partner/webhook/webhook.crypto";

/** The functions in docs/api/events.md that verify a webhook, on messages as they are sent. */

type Verify = typeof verifyWebhook;

const python = `
import json, sys
${readFileSync("docs/api/examples/verify_webhook.py", "utf8")}
given = json.load(sys.stdin)
print(json.dumps(verify_webhook(given["body"].encode(), given["headers"], given["secret"])))
`;
const verifyInPython: Verify = (body, headers, secret) => {
  const input = JSON.stringify({ body, headers, secret });
  const { status, stdout, stderr } = spawnSync("python3", ["-c", python], { input, encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as ReturnType<Verify>;
};
const hasPython =
  spawnSync("python3", ["-c", "import sys; sys.exit(sys.version_info < (3, 9))"]).status === 0;

const payload = { type: "application.paid", timestamp: "2026-11-26T00:00:00.000Z", data: { version: 2 } };
const current = makeSecret();
const previous = { secret: makeSecret(), until: "9999-01-01T00:00:00.000Z" };
const sign = (at = new Date()) =>
  signMessage({ id: "event-1", url: "https://example.com/", payload }, { current, previous }, at);

describe.each<[string, Verify]>([
  ["TypeScript", verifyWebhook],
  ...(hasPython ? [["Python", verifyInPython] as [string, Verify]] : []),
])("the example in %s", (_language, verify) => {
  const { body, headers } = sign();

  test("returns the event for each of two secrets", () => {
    for (const secret of [current, previous.secret]) expect(verify(body, headers, secret)).toEqual(payload);
  });

  test("refuses another secret, a changed body, no signature and an old message", () => {
    expect(() => verify(body, headers, makeSecret())).toThrow("No signature matches");
    expect(() => verify(`${body} `, headers, current)).toThrow("No signature matches");
    expect(() => verify(body, { ...headers, "webhook-signature": "v1," }, current)).toThrow(
      "No signature matches",
    );
    const old = sign(new Date(Date.now() - 6 * 60_000));
    expect(() => verify(old.body, old.headers, current)).toThrow("Too old");
  });
});
