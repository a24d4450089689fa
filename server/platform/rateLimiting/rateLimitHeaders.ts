/** Adds the headers `RateLimit-Policy` and `RateLimit` of an IETF draft to responses to counted requests. */
import fastifyPlugin from "fastify-plugin";
import type { CountedLimit } from "./limits";
import type { Taken } from "./limiter";
import type { RateLimits } from "./RateLimits";

/** The version of the draft of May 2026. */
export const rateLimitDraft = "draft-ietf-httpapi-ratelimit-headers-11";

type Usage = ReadonlyMap<CountedLimit, Taken>;

/** `q`: quota, `w`: window, `r`: remaining calls, `t`: time until the window ends; times in seconds. */
function describeUsage(usage: Usage): Record<string, string> {
  const list = (format: (limit: CountedLimit, taken: Taken) => string) =>
    [...usage].map(([limit, taken]) => `"${limit.name}";${format(limit, taken)}`).join(", ");
  return {
    "ratelimit-policy": list(({ points, seconds }) => `q=${points};w=${seconds}`),
    ratelimit: list((_limit, { remaining, resetSeconds }) => `r=${remaining};t=${resetSeconds}`),
  };
}

export const rateLimitHeaders = fastifyPlugin<{ limits: Pick<RateLimits, "usageBy"> }>(
  async (app, { limits }) => {
    app.addHook("onSend", (request, reply, payload, done) => {
      // Some requests are rejected before the caller is known.
      const usage = request.caller && limits.usageBy(request.caller);
      if (usage?.size) reply.headers(describeUsage(usage));
      done(null, payload);
    });
  },
  { name: "rate-limit-headers", fastify: "5.x", dependencies: ["known-caller"] },
);
