import helmet, { type FastifyHelmetOptions } from "@fastify/helmet";
import fastifyPlugin from "fastify-plugin";
import type { Config } from "../config";

/** Razorpay's own origins, for a checkout that moves real money (Razorpay's docs on the CSP of web checkout). */
const razorpay = {
  frame: ["https://api.razorpay.com", "https://checkout.razorpay.com"],
  connect: ["https://api.razorpay.com", "https://lumberjack.razorpay.com"],
};
const noOrigins = { script: [], frame: [], connect: [] };

/** The map on the contact page, which is loaded when somebody asks for it. */
const officeMap = "https://www.openstreetmap.org";

/** A strict CSP and its companions on everything that has no stricter one of its own; none names a payment provider. */
export const securityHeaders = fastifyPlugin<{ config: Pick<Config, "paymentsMode" | "publicUrl"> }>(
  async (app, { config }) => {
    const isHttps = config.publicUrl.startsWith("https:");
    await app.register(helmet, {
      contentSecurityPolicy: describePolicy(config, noOrigins),
      strictTransportSecurity: isHttps ? { maxAge: 31_536_000 } : false,
      referrerPolicy: { policy: "strict-origin-when-cross-origin" },
    });
    app.addHook("onRequest", async (_request, reply) => {
      reply.header("permissions-policy", describePermissions([]));
    });
  },
  { name: "security-headers" },
);

/** For the page around Apollo Sandbox: a frame of Apollo's origin, and no script but ours (docs/decisions/0021). */
export function sandboxPageHeaders(config: Pick<Config, "publicUrl">): FastifyHelmetOptions {
  const frame = ["https://sandbox.embed.apollographql.com"];
  return { contentSecurityPolicy: describePolicy(config, { ...noOrigins, frame }) };
}

/**
 * For the document from which the checkout opens, and no other (docs/decisions/0008): with real payments Razorpay's
 * origins beside ours, and windows of the banks that keep their opener.
 */
export function checkoutPageHeaders(config: Config): {
  helmet: FastifyHelmetOptions;
  permissions: string;
} {
  if (config.paymentsMode !== "LIVE") return { helmet: {}, permissions: describePermissions([]) };
  const script = [new URL(config.razorpay.checkoutUrl, config.publicUrl).origin];
  return {
    helmet: {
      contentSecurityPolicy: describePolicy(config, { ...razorpay, script }),
      // With `same-origin` a window that Razorpay's frame opens for a bank would be cut off from it.
      crossOriginOpenerPolicy: { policy: "same-origin-allow-popups" },
    },
    permissions: describePermissions(razorpay.frame),
  };
}

function describePolicy(
  { publicUrl }: Pick<Config, "publicUrl">,
  more: { script: string[]; frame: string[]; connect: string[] },
): Exclude<FastifyHelmetOptions["contentSecurityPolicy"], boolean | undefined> {
  return {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'", ...more.script],
      scriptSrcAttr: ["'none'"],
      styleSrc: ["'self'"],
      frameSrc: ["'self'", officeMap, ...more.frame],
      connectSrc: ["'self'", ...more.connect],
      imgSrc: ["'self'", "data:", "blob:"],
      fontSrc: ["'self'"],
      workerSrc: ["'self'"],
      manifestSrc: ["'self'"],
      mediaSrc: ["'none'"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'self'"],
      ...(publicUrl.startsWith("https:") && { upgradeInsecureRequests: [] }),
    },
  };
}

/** What no page of ours uses is off, for frames in it too; payments are for the checkout's frames. */
function describePermissions(payingOrigins: readonly string[]): string {
  const paying = payingOrigins.map((origin) => `"${origin}"`).join(" ");
  const payment = paying ? `(self ${paying})` : "()";
  return `camera=(), microphone=(), geolocation=(), usb=(), payment=${payment}`;
}
