import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import fastifyPlugin from "fastify-plugin";
import helmet, { type HelmetOptions } from "helmet";
import type { Config } from "../../app/config";

/** Razorpay's own origins, for a checkout that moves real money (Razorpay's docs on the CSP of web checkout). */
const razorpay = {
  frame: ["https://api.razorpay.com", "https://checkout.razorpay.com"],
  connect: ["https://api.razorpay.com", "https://lumberjack.razorpay.com"],
};
const noOrigins = { script: [], frame: [], connect: [] };

/** The map on the contact page, which is loaded when somebody asks for it. */
const officeMap = "https://www.openstreetmap.org";

/** The headers of a response, by name. */
export type HeaderSet = Readonly<Record<string, string>>;

declare module "fastify" {
  interface FastifyContextConfig {
    /** In place of the usual ones. */
    securityHeaders?: HeaderSet;
  }
}

type Site = Pick<Config, "paymentsMode" | "publicUrl">;

/** A strict CSP and its companions on everything that has no stricter one of its own; none names a payment provider. */
export const securityHeaders = fastifyPlugin<{ config: Site }>(
  async (app, { config }) => {
    const usual = makeHeaders(config, noOrigins);
    app.addHook("onRequest", (request, reply, done) => {
      reply.headers(request.routeOptions.config.securityHeaders ?? usual);
      done();
    });
  },
  { name: "security-headers" },
);

/** For the page around Apollo Sandbox: a frame of Apollo's origin, and no script but ours (docs/decisions/0021). */
export function sandboxPageHeaders(config: Site): HeaderSet {
  return makeHeaders(config, { ...noOrigins, frame: ["https://sandbox.embed.apollographql.com"] });
}

/**
 * For the document from which the checkout opens, and no other (docs/decisions/0008): with real payments Razorpay's
 * origins beside ours, and windows of the banks that keep their opener.
 */
export function checkoutPageHeaders(config: Config): HeaderSet {
  if (config.paymentsMode !== "LIVE") return makeHeaders(config, noOrigins);
  const script = [new URL(config.razorpay.checkoutUrl, config.publicUrl).origin];
  return makeHeaders(
    config,
    { ...razorpay, script },
    {
      payingOrigins: razorpay.frame,
      // With `same-origin` a window that Razorpay's frame opens for a bank would be cut off from it.
      crossOriginOpenerPolicy: { policy: "same-origin-allow-popups" },
    },
  );
}

/** What helmet makes of our policy. Once, not for each response: the headers do not change, and making them is a sixth of a short answer. */
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
  { publicUrl }: Pick<Config, "publicUrl">,
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

/** What no page of ours uses is off, for frames in it too; payments are for the checkout's frames. */
function describePermissions(payingOrigins: readonly string[]): string {
  const paying = payingOrigins.map((origin) => `"${origin}"`).join(" ");
  const payment = paying ? `(self ${paying})` : "()";
  return `camera=(), microphone=(), geolocation=(), usb=(), payment=${payment}`;
}
