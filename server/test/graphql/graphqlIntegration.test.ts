/**
 * Apollo's own suite for integrations of Apollo Server with a web server, run against our Fastify setup: its
 * parsers, hooks, limits and error handler. The suite brings its own schemas, so Apollo runs in this process.
 */
import { ApolloServer, type ApolloServerPlugin, type BaseContext } from "@apollo/server";
import { defineIntegrationTestSuite } from "@apollo/server-integration-testsuite";
import { graphqlPlugin } from "../../platform/graphql/graphqlPlugin";
import { limitOptions } from "../../platform/graphql/limits/limitsPlugin";
import { OperationScheduler } from "../../platform/rateLimiting/scheduling/OperationScheduler";
import { createServer } from "../../app/http/createServer";
import { makeLog } from "../../platform/process/log";

const config = {
  trustedProxies: [],
  paymentsMode: "SANDBOX" as const,
  publicUrl: "http://localhost",
  slowClientMs: 30_000,
  connectionsPerAddress: 500,
};

defineIntegrationTestSuite(async (given, { context } = {}) => {
  // Every caller is a visitor.
  const app = await createServer(
    config,
    {
      sessions: { findSession: async () => undefined },
      partnerAccess: { identify: () => Promise.reject(new Error("No key is expected")) },
      catalogue: { lists: { countries: [], visas: [], popularVisas: [] } },
      limits: { usageBy: () => new Map() },
      scheduler: new OperationScheduler(),
    },
    makeLog("silent"),
  );
  const own = limitOptions();
  const closeApp: ApolloServerPlugin = {
    serverWillStart: async () => ({ drainServer: () => app.close() }),
  };
  const apollo = new ApolloServer<BaseContext>({
    ...given,
    parseOptions: { ...own.parseOptions, ...given.parseOptions },
    validationRules: [...(given.validationRules ?? []), ...own.validationRules],
    plugins: [...(given.plugins ?? []), ...own.plugins, closeApp],
  });
  await apollo.start();
  await app.register(graphqlPlugin, { apollo, makeContext: context ?? (async () => ({})) });
  const address = await app.listen({ port: 0, host: "127.0.0.1" });
  return { server: apollo, url: `${address}/graphql` };
});
