import Fastify from "fastify";
import mercurius from "mercurius";
import { makeParts, type StoreKind } from "./parts";
import type { CompetitorSettings } from "./settings";
import { findViewerBy, verifyByHand } from "./viewer";

/** Compiles an operation on its first use. */
const jit = 1;

export async function serveMercurius(settings: CompetitorSettings, kind: StoreKind): Promise<void> {
  const { schema, store } = await makeParts(settings, kind);
  const findViewer = findViewerBy(verifyByHand(settings.jwtSecret), store);
  const app = Fastify();
  await app.register(mercurius, {
    schema,
    jit,
    context: async ({ headers }) => ({ viewer: await findViewer(headers.authorization) }),
  });
  await app.listen({ port: settings.port, host: "127.0.0.1" });
}
