import fastifyPlugin from "fastify-plugin";
import type { AuthService } from "../modules/auth/auth.service";
import type { Viewer } from "../viewer";

declare module "fastify" {
  interface FastifyRequest {
    /** Who asks; known before the body is read. */
    viewer: Viewer;
  }
}

/** Finds out who asks, by `Authorization: Bearer <token>`. A token that is no good makes a visitor. */
export const viewerPlugin = fastifyPlugin<{ auth: Pick<AuthService, "findSession"> }>(
  async (app, { auth }) => {
    app.decorateRequest("viewer");
    app.addHook("onRequest", async (request) => {
      const token = /^Bearer +([\w.-]+) *$/i.exec(request.headers.authorization ?? "")?.[1];
      const session = token ? await auth.findSession(token) : undefined;
      request.viewer = { address: request.ip, session };
    });
  },
  { name: "viewer" },
);
