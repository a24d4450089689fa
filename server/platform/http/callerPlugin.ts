import fastifyPlugin from "fastify-plugin";
import { toPrincipal, type Principal, type Session } from "../../core/principal";

declare module "fastify" {
  interface FastifyRequest {
    /** The user or visitor who sent the request; known before the body is read. */
    caller: Principal;
  }
}

interface Sessions {
  findSession(token: string): Promise<Session | undefined>;
}

/** Identifies the caller by `Authorization: Bearer <token>`. An invalid token makes a visitor. */
export const callerPlugin = fastifyPlugin<{ sessions: Sessions }>(
  async (app, { sessions }) => {
    app.decorateRequest("caller");
    app.addHook("onRequest", async (request) => {
      const token = /^Bearer +([\w.-]+) *$/i.exec(request.headers.authorization ?? "")?.[1];
      const session = token ? await sessions.findSession(token) : undefined;
      request.caller = toPrincipal(
        { address: request.ip, userAgent: request.headers["user-agent"] },
        session,
      );
    });
  },
  { name: "known-caller" },
);
