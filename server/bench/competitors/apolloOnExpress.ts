/** Apollo Server on Express, set up as in its documentation. */
import { ApolloServer } from "@apollo/server";
import { expressMiddleware } from "@as-integrations/express5";
import express from "express";
import { toRestCountry } from "../../modules/catalogue/catalogue.rest";
import { makeParts } from "./parts";
import type { BenchContext } from "./schema";
import type { CompetitorSettings } from "./settings";
import { findViewerBy, verifyByLibrary } from "./viewer";

export async function serveApollo(settings: CompetitorSettings): Promise<void> {
  const { catalogue, schema, store } = await makeParts(settings, "typeorm");
  const findViewer = findViewerBy(verifyByLibrary(settings.jwtSecret), store);
  const apollo = new ApolloServer<BenchContext>({ schema });
  await apollo.start();
  const app = express();
  app.use(
    "/graphql",
    express.json(),
    expressMiddleware(apollo, {
      context: async ({ req }) => ({ viewer: await findViewer(req.headers.authorization) }),
    }),
  );
  app.get("/api/visa/getbycountry", ({ query }, response) => {
    const country = catalogue.countryByUrl.get(String(query["countryurl"]).toLowerCase());
    if (country) response.json({ statusCode: 200, data: toRestCountry(country) });
    else response.sendStatus(404);
  });
  await new Promise<void>((resolve) => app.listen(settings.port, "127.0.0.1", resolve));
}
