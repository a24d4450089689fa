import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import fastifyPlugin from "fastify-plugin";
import helmet, { type HelmetOptions } from "helmet";

/** Razorpay's origins, for a checkout with real payments (Razorpay's docs on the CSP of web checkout). */
const razorpay = {
  frame: ["https://api.razorpay.com", "https://checkout.razorpay.com"],
  connect: ["https://api.razorpay.com", "https://lumberjack.razorpay.com"],
};
const noOrigins = { script: [], frame: [], connect: [] };

/** The map on the contact page, loaded on request. */
const officeMap = "https://www.openstreetmap.org";

export type HeaderSet = Readonly<Record<string, string>>;

declare module "fastify" {
  interface FastifyContextConfig {
    /** Replaces the default security headers on this route. */
    securityHeaders?: HeaderSet;
  }
}

interface Site {
  paymentsMode: "LIVE" | "SANDBOX";
  publicUrl: string;
}

/** Sets a strict CSP and related headers on every response: those of the route, or the default headers. */
export const securityHeaders = fastifyPlugin<{ usual: HeaderSet }>(
  async (app, { usual }) => {
    app.addHook("onRequest", (request, reply, done) => {
      reply.headers(request.routeOptions.config.securityHeaders ?? usual);
      done();
    });
  },
  { name: "security-headers" },
);

/** Returns the default headers, which name no payment provider. */
export const usualHeaders = (config: Site): HeaderSet => makeHeaders(config, noOrigins);

/**
 * Returns the headers of the page around Apollo Sandbox, which allow a frame from Apollo but only our own scripts
 * (docs/decisions/0021).
 */
export function sandboxPageHeaders(config: Site): HeaderSet {
  return makeHeaders(config, { ...noOrigins, frame: ["https://sandbox.embed.apollographql.com"] });
}

/**
 * Returns the headers of the document that opens the checkout (docs/decisions/0008). With real payments they allow
 * Razorpay's origins, and let the bank's window keep its opener.
 */
export function checkoutPageHeaders(config: Site & { razorpay: { checkoutUrl: string } }): HeaderSet {
  if (config.paymentsMode !== "LIVE") return makeHeaders(config, noOrigins);
  const script = [new URL(config.razorpay.checkoutUrl, config.publicUrl).origin];
  return makeHeaders(
    config,
    { ...razorpay, script },
    {
      payingOrigins: razorpay.frame,
      // `same-origin` would cut off the bank's window from Razorpay's frame, which opened it.
      crossOriginOpenerPolicy: { policy: "same-origin-allow-popups" },
    },
  );
}

/**
 * Computes helmet's headers once, because they do not change and computing them for each response would take a sixth of
 * the time of a short one.
 */
function makeHeaders(
  config: Site,
  origins: Parameters<typeof describePolicy>[1],
  {
    payingOrigins = [],
    ...more
  }: { payingOrigins?: string[] } & Pick<HelmetOptions, "crossOriginOpenerPolicy"> = {},
): HeaderSet {
  const isHttps = config.publicUrl.startsWith("https:");
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  const setHeaders = helmet({
    contentSecurityPolicy: describePolicy(config, origins),
    strictTransportSecurity: isHttps ? { maxAge: 31_536_000 } : false,
    referrerPolicy: { policy: "strict-origin-when-cross-origin" },
    ...more,
  });
  setHeaders(response.req, response, (error) => {
    if (error) throw error as Error;
  });
  return {
    ...(response.getHeaders() as Record<string, string>),
    "permissions-policy": describePermissions(payingOrigins),
  };
}

function describePolicy(
  { publicUrl }: Pick<Site, "publicUrl">,
  more: { script: string[]; frame: string[]; connect: string[] },
): Exclude<HelmetOptions["contentSecurityPolicy"], boolean | undefined> {
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

/** Disables features that no page uses, even in frames. Only the checkout page and its frames may use payments. */
function describePermissions(payingOrigins: readonly string[]): string {
  const paying = payingOrigins.map((origin) => `"${origin}"`).join(" ");
  const payment = paying ? `(self ${paying})` : "()";
  return `camera=(), microphone=(), geolocation=(), usb=(), payment=${payment}`;
}
