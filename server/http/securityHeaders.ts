import helmet from "@fastify/helmet";
import fastifyPlugin from "fastify-plugin";
import type { Config } from "../config";

/** Razorpay's own origins, for a checkout that moves real money (Razorpay's docs on the CSP of web checkout). */
const razorpay = {
  script: ["https://checkout.razorpay.com"],
  frame: ["https://api.razorpay.com", "https://checkout.razorpay.com"],
  connect: ["https://api.razorpay.com", "https://lumberjack.razorpay.com"],
};

/** The map on the contact page, which is loaded when somebody asks for it. */
const officeMap = "https://www.openstreetmap.org";

/** A strict CSP and its companions on everything that has no stricter one of its own. */
export const securityHeaders = fastifyPlugin<{ config: Pick<Config, "paymentsMode" | "publicUrl"> }>(
  async (app, { config }) => {
    const live = config.paymentsMode === "LIVE" ? razorpay : { script: [], frame: [], connect: [] };
    await app.register(helmet, {
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'self'"],
          scriptSrc: ["'self'", ...live.script],
          frameSrc: ["'self'", officeMap, ...live.frame],
          connectSrc: ["'self'", ...live.connect],
          imgSrc: ["'self'", "data:", "blob:"],
          objectSrc: ["'none'"],
          baseUri: ["'none'"],
          formAction: ["'self'"],
          frameAncestors: ["'self'"],
        },
      },
      strictTransportSecurity: config.publicUrl.startsWith("https:") ? { maxAge: 31_536_000 } : false,
      referrerPolicy: { policy: "strict-origin-when-cross-origin" },
    });
  },
  { name: "security-headers" },
);

/** For the page of Apollo Sandbox, which carries a CSP with a nonce in its own head. */
export const sandboxPageHeaders = { contentSecurityPolicy: false } as const;
