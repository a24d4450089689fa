import fastifyPlugin from "fastify-plugin";
import { keyError } from "../../core/errors";
import { toPrincipal, type Principal, type Session } from "../../core/principal";

declare module "fastify" {
  interface FastifyRequest {
    /** The sender of the request, identified before the body is read. */
    caller: Principal;
  }
}

interface Sessions {
  findSession(token: string): Promise<Session | undefined>;
}

interface Keys {
  /** Returns the partner to whom the key belongs; throws if the key is invalid. */
  identify(key: string, caller: Pick<Principal, "address" | "userAgent">): Promise<Principal>;
}

/**
 * Identifies the caller by `Authorization: Bearer <token>`. A caller with an invalid token counts as a visitor. A
 * partner's key that is invalid or in the wrong form is an error instead, because a program must not unknowingly
 * continue as a visitor.
 */
export const callerPlugin = fastifyPlugin<{ sessions: Sessions; keys: Keys }>(
  async (app, { sessions, keys }) => {
    app.decorateRequest("caller");
    app.addHook("onRequest", async (request) => {
      const authorization = request.headers.authorization ?? "";
      const caller = { address: request.ip, userAgent: request.headers["user-agent"] };
      const key = /^Bearer +(vp_.*)$/i.exec(authorization)?.[1];
      if (key !== undefined) {
        request.caller = await keys.identify(key, caller);
        return;
      }
      if (/\bvp_(live|test)_/i.test(authorization))
        throw keyError(
          "KEY_UNKNOWN",
          "The key is not in the expected form. Send it as Authorization: Bearer <key>",
        );
      const token = /^Bearer +([\w.-]+) *$/i.exec(authorization)?.[1];
      request.caller = toPrincipal(caller, token ? await sessions.findSession(token) : undefined);
    });
  },
  { name: "known-caller" },
);
