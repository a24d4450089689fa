/** `node:http` and SQLite with only the parts needed to create an application: the fastest possible writes. */
import "reflect-metadata";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { KeyRing } from "../../platform/adapters/crypto/keyRing";
import { openChain } from "./auditChain";
import { loadCatalogue } from "./catalogue";
import { openGroupedStore } from "./groupedStore";
import type { CompetitorSettings } from "./settings";
import { findViewerBy, verifyByHand } from "./viewer";

export async function serveBareSqlite({
  dataDir,
  dataKey,
  jwtSecret,
  port,
}: CompetitorSettings): Promise<void> {
  const { visaById } = await loadCatalogue(dataDir);
  const store = await openGroupedStore(dataDir, await openChain(dataDir, new KeyRing(dataKey)));
  const findViewer = findViewerBy(verifyByHand(jwtSecret), store);

  /** Treats every HTTP request as one that creates an application. */
  async function answer(request: IncomingMessage): Promise<string> {
    const { variables } = JSON.parse(await text(request)) as { variables: { input: { visaId: string } } };
    const viewer = await findViewer(request.headers.authorization);
    const visa = visaById.get(variables.input.visaId);
    if (!viewer || !visa) throw new Error("No viewer or no visa");
    const { visaRequestId } = await store.create(viewer.userId, visa);
    const visaRequest = { visaRequestId, __typename: "VisaRequest" };
    const payload = { visaRequest, started: null, userErrors: [], __typename: "CreateVisaRequestPayload" };
    return JSON.stringify({ data: { createVisaRequest: payload } });
  }

  const server = createServer((request, response) => {
    void answer(request).then(
      (body) => response.writeHead(200, { "content-type": "application/json" }).end(body),
      (error: Error) => response.writeHead(500).end(error.message),
    );
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
}
