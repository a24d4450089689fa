/** Runs the product for the bench: its production build, with settings that every installation has. */
import { settings } from "../app/config";
import type { Command } from "./processes";

/** Secrets for generated data only. */
export const secrets = {
  jwtSecret: "of-the-bench-alone-".repeat(3),
  dataKey: "data-of-the-bench-".repeat(3),
};

/** Sets every setting, even if empty, to override a `.env` in this folder. */
const nothingElse = Object.fromEntries(Object.keys(settings.shape).map((name) => [name, ""]));

function productEnvironment(dataDir: string, port: number): Record<string, string> {
  return {
    ...nothingElse,
    NODE_ENV: "production",
    PORT: String(port),
    DATA_DIR: dataDir,
    JWT_SECRET: secrets.jwtSecret,
    DATA_KEY: secrets.dataKey,
    // The pages contain this value, so it is the same for every start.
    PUBLIC_URL: "http://localhost:4000",
    ALLOW_SANDBOX: "1",
    STAFF_SECOND_FACTOR: "off",
    FOUR_EYES_ABOVE_INR: "off",
    LOG_LEVEL: "warn",
    // The load has the IP addresses of many travellers, as if through a proxy, because of the rate limits per address.
    TRUSTED_PROXIES: "127.0.0.1",
  };
}

export function productServer(dataDir: string, port: number): Command {
  return { args: ["dist/server/main.js"], env: productEnvironment(dataDir, port) };
}

/** Returns one of the product's commands, to run on a data folder. */
export function productCommand(name: string, dataDir: string, ...args: string[]): Command {
  // Does not run in production mode, in which applications cannot be generated.
  const env = { ...productEnvironment(dataDir, 4000), NODE_ENV: "test" };
  return { args: [`dist/server/${name}.js`, ...args], env };
}
