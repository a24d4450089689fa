import { readFileSync } from "node:fs";
import dotenv from "dotenv";
import { expect, test } from "@jest/globals";
import { parse } from "yaml";
import { readConfig } from "./config";

const read = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), "utf8");

interface Compose {
  services: { server: { environment: Record<string, string | number>; tmpfs: string[] } };
}

const { services } = parse(read("compose.yaml")) as Compose;

/** Returns the settings of compose.yaml's server if `.env` is a copy of .env.example. */
function composeEnvironment(): Record<string, string> {
  const [, inImage = ""] = /^ENV (.+)$/m.exec(read("Dockerfile")) ?? [];
  return {
    ...Object.fromEntries(inImage.split(" ").map((pair) => pair.split("=") as [string, string])),
    ...dotenv.parse(read(".env.example")),
    ...Object.fromEntries(
      Object.entries(services.server.environment).map(([name, value]) => [name, String(value)]),
    ),
  };
}

test("compose.yaml with a copy of .env.example runs in production and listens on all addresses", () => {
  const secret = "a secret of more than thirty-two bytes";
  const config = readConfig({
    ...composeEnvironment(),
    JWT_SECRET: secret,
    DATA_KEY: secret,
    RAZORPAY_KEY_ID: "k",
    RAZORPAY_KEY_SECRET: "s",
    RAZORPAY_WEBHOOK_SECRET: "w",
    STAFF_SECOND_FACTOR: "off",
    FOUR_EYES_ABOVE_INR: "off",
    // Allows the outbox in place of MSG91 and a mail server.
    ALLOW_SANDBOX: "1",
  });
  expect(config).toMatchObject({ production: true, host: "0.0.0.0", port: 4000, dataDir: "/data" });
});

test("compose.yaml mounts a tmpfs only at /tmp and at the data folder", () => {
  expect(services.server.tmpfs.map((mount) => mount.split(":")[0])).toEqual(["/tmp", "/data"]);
});
