/** The documented REST paths under `/api`, as a thin layer: parameters, call, envelope. */
import type { FastifyInstance } from "fastify";
import { DomainError } from "../core/errors";
import { scheduled } from "../platform/rateLimiting/scheduling/scheduled";
import { applicantRoutes } from "../modules/applicant/applicant.routes";
import { authRoutes } from "../modules/auth/auth.routes";
import { catalogueRoutes } from "../modules/catalogue/catalogue.routes";
import { makeRestRequests } from "../modules/applicant/applicant.rest";
import { orderRoutes } from "../modules/payment/order/order.routes";
import { settlementRoutes } from "../modules/payment/settlement/settlement.routes";
import { webhookRoutes } from "../modules/payment/webhook/webhook.routes";
import { userRoutes } from "../modules/user/user.routes";
import { visaRequestRoutes } from "../modules/visaRequest/visaRequest.routes";
import { webhookHeaders } from "../platform/adapters/razorpay/razorpayEvents";
import type { Services } from "./services";
import { assertMay, requireSession } from "../core/principal";
import { pointsOfMutation, pointsOfRead } from "../platform/graphql/limits/limits.rules";
import { rejectOtherMethods } from "../platform/http/rejectOtherMethods";
import { describeRoutes } from "../platform/rest/describeRoutes";
import { hasMultipartBody, Parameters } from "../platform/rest/parameters";
import { isCounted, SerialisedResponse, type RestRoute } from "../platform/rest/restRoute";

declare module "fastify" {
  interface FastifyRequest {
    /** Parameters of a documented REST path; available once the body has arrived. */
    parameters: Parameters;
  }
}

/** Maximum bytes of a JSON or form body; files are sent as multipart, with separate limits. */
const maxBodyBytes = 100 * 1024;
const documentUrl = "/api/openapi.json";
const jsonType = "application/json; charset=utf-8";

export async function restPlugin(app: FastifyInstance, { services }: { services: Services }): Promise<void> {
  // Removes Fastify's default parser, because parameters are never sent as plain text.
  app.removeContentTypeParser("text/plain");
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string", bodyLimit: maxBodyBytes },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  );
  app.decorateRequest("parameters");
  const routes = listRoutes(services);
  for (const route of routes.filter(({ takesRaw }) => !takesRaw)) addRoute(app, route, services);
  for (const route of routes.filter(({ takesRaw }) => takesRaw))
    await app.register(async (scope) => {
      // In this scope, bodies of any content type stay unparsed.
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
      addRoute(scope, route, services);
    });
  for (const url of new Set(routes.map((route) => route.url))) {
    const allowed = routes.filter((route) => route.url === url).map(({ method }) => method);
    rejectOtherMethods(app, url, allowed);
  }
  // Generated on the first request, because it would take 6 % of the startup time.
  let document: string | undefined;
  app.get(documentUrl, async (_request, reply) => {
    document ??= JSON.stringify(describeRoutes(routes, { ...services.siteInfo, world: services.world }));
    return reply.type(jsonType).send(document);
  });
  rejectOtherMethods(app, documentUrl, ["GET"]);
  app.all("/api/*", { onRequest: rejectUnknownPath }, async () => undefined);
}

/** Exported for the test of the table of permissions. */
export function listRoutes(services: Services): RestRoute[] {
  const restRequests = makeRestRequests(services);
  return [
    ...applicantRoutes(services),
    ...authRoutes(services),
    ...catalogueRoutes(services),
    ...orderRoutes(services),
    ...userRoutes(services),
    ...visaRequestRoutes(services, restRequests),
    ...settlementRoutes(services, restRequests),
    ...webhookRoutes(services, webhookHeaders),
  ];
}

function addRoute(
  app: FastifyInstance,
  { method, url, action, parameters: declared, takesRaw, handle }: RestRoute,
  { catalogue, limits, scheduler }: Pick<Services, "catalogue" | "limits" | "scheduler">,
): void {
  const names = new Set(Object.keys(declared).map((name) => name.toLowerCase()));
  app.route({
    method,
    url,
    bodyLimit: takesRaw?.maxBytes ?? maxBodyBytes,
    config: { scheduling: "own" },
    // Runs before the body is read. Even open paths reject files from visitors, who have no reason to send any.
    onRequest: async (request) => {
      assertMay(request.caller, action);
      if (hasMultipartBody(request)) requireSession(request.caller);
    },
    // Runs before scheduling, so that slow bodies do not occupy their callers' slots.
    preHandler: async (request) => {
      request.parameters = takesRaw ? new Parameters() : await Parameters.of(request);
    },
    handler: scheduled(scheduler, async (request, reply) => {
      const { parameters, caller } = request;
      const mutations = isCounted({ method, takesRaw }) ? 1 : 0;
      await limits.countOperation(caller, { cost: mutations ? pointsOfMutation : pointsOfRead, mutations });
      const header = (name: string) => String(request.headers[name.toLowerCase()] ?? "");
      const bytes = takesRaw && Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const idempotencyKey = header("idempotency-key") || undefined;
      const version = catalogue.lists;
      const response = await handle({ caller, parameters, idempotencyKey, raw: { bytes, header } });
      if (response instanceof SerialisedResponse) {
        // Unknown parameters prevent caching, because clients can invent any number of them.
        if (Object.keys(request.query as object).every((name) => names.has(name.toLowerCase())))
          request.publicMark = { version };
        return reply.type(jsonType).send(response.json);
      }
      return reply.send({ statusCode: 200, ...response });
    }),
  });
}

async function rejectUnknownPath(): Promise<never> {
  throw new DomainError("NOT_FOUND", "There is no such path");
}
