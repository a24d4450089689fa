/** Registers the plugins in order, after the stages of http/createServer.ts. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import type { Config } from "./config";
import { makeContextFactory } from "./graphql/context";
import { graphqlPlugin } from "../platform/graphql/graphqlPlugin";
import { startApollo } from "./graphql/startApollo";
import { clientPages, type PageFolders } from "./pages/clientPages";
import { createServer } from "./http/createServer";
import { printPublicSdl } from "../platform/graphql/sdl";
import { servePublicText } from "../platform/http/responseCache/servePublicText";
import { flagPictures } from "../platform/http/flagPictures";
import { healthRoutes } from "./http/healthRoutes";
import { sandboxPageHeaders } from "../platform/http/securityHeaders";
import { accountRoutes } from "../modules/account/account.routes";
import { applicantFileRoutes } from "../modules/applicant/applicantFile.routes";
import { receiptRoutes } from "../modules/payment/receipt/receipt.routes";
import { restPlugin } from "./restPlugin";
import { razorpaySandbox } from "../sandbox/razorpaySandbox";
import type { Services } from "./services";

/** Paths of the files that are not in the main bundle: the SDL, the flags, and the files of the pages. */
export interface Folders extends PageFolders {
  schema: string;
  flags: string;
}

export async function buildApp(
  config: Config,
  services: Services,
  folders: Folders,
  log: FastifyBaseLogger,
  transport: Parameters<typeof createServer>[3] = {},
): Promise<FastifyInstance> {
  const app = await createServer(config, services, log, transport);
  const world = config.isTestWorld ? "test" : "live";
  app.addHook("onResponse", (request, { statusCode }, done) => {
    // The caller is undefined if the key was rejected.
    if (request.caller?.partner) services.partnerUsage.count(request.caller, statusCode);
    done();
  });
  const apollo = await startApollo(
    { folder: folders.schema, world },
    { brand: config.brand, clientFolder: folders.client, hasTestWorld: config.testMode !== "off" },
    app.log,
    transport.operations,
  );
  app.addHook("onClose", () => apollo.stop());
  await app.register(graphqlPlugin, {
    apollo,
    makeContext: makeContextFactory(services),
    scheduler: services.scheduler,
    securityHeaders: sandboxPageHeaders(config),
  });
  servePublicText(app, "/developers/schema.graphql", {
    contentType: "text/plain",
    makeText: () => printPublicSdl(folders.schema, world),
    currentVersion: () => services.catalogue.lists,
  });
  await app.register(restPlugin, { services });
  await app.register(applicantFileRoutes, { services });
  await app.register(receiptRoutes, { services });
  await app.register(accountRoutes, { services });
  await app.register(healthRoutes, { services });
  if (config.paymentsMode === "SANDBOX")
    await app.register(async (scope) => {
      // Not scheduled: the server calls the sandbox while it handles another request, which would then wait for itself.
      scope.addHook("onRoute", (route) => void (route.config = { ...route.config, scheduling: "none" }));
      await scope.register(razorpaySandbox, {
        prefix: "/razorpay-sandbox",
        ...config.razorpay,
        stateFile: join(config.dataDir, "sandbox", "razorpay.jsonl"),
        webhookUrl: () => (config.sandboxWebhooks ? `${config.ownUrl}/api/payment/webhook` : undefined),
      });
    });
  await app.register(flagPictures, { flagsFolder: folders.flags });
  // Without a built client, as with `npm run dev`, Vite serves the pages.
  if (existsSync(join(folders.client, "index.html")))
    await app.register(clientPages, { config, services, apollo, folders });
  return app;
}
