import { expect, test } from "@jest/globals";
import { Webhook } from "standardwebhooks";
import { makeSecret, rotateSecrets, signMessage } from "./webhook.crypto";

const payload = { type: "application.paid" };
const sign = (secrets: Parameters<typeof signMessage>[1], now: Date) =>
  signMessage({ id: "event-1", url: "https://example.com/", payload }, secrets, now);

test("a message is verified only with the secret that signed it", () => {
  const current = makeSecret();
  const { body, headers } = sign({ current }, new Date());
  expect(new Webhook(current).verify(body, { ...headers })).toEqual(payload);
  expect(() => new Webhook(makeSecret()).verify(body, { ...headers })).toThrow();
  expect(() => new Webhook(current).verify(`${body} `, { ...headers })).toThrow();
});

test("messages are signed with both secrets for 24 hours after a rotation", () => {
  const now = new Date();
  const old = makeSecret();
  const secrets = rotateSecrets({ current: old }, now);
  for (const secret of [old, secrets.current]) {
    const { body, headers } = sign(secrets, now);
    expect(new Webhook(secret).verify(body, { ...headers })).toEqual(payload);
  }
  const later = new Date(now.getTime() + 24 * 3_600_000);
  expect(sign(secrets, later).headers["webhook-signature"]!.split(" ")).toHaveLength(1);
});
